import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import {
  COMPARISON_WORDS,
  type Comparison,
  DAYS,
  type Figure,
  hasThreshold,
  isUsual,
  type Known,
  longDay,
  quietWords,
  type RuleForm,
  SCOPE_WORDS,
  withFigure,
} from './rule'

interface FigureFieldsProps {
  form: RuleForm
  known: Known
  /** Later the figure of a rule stays as it is. */
  isNew: boolean
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<RuleForm>) => void
}

/** Which figure, of what, and when to tell. */
export function FigureFields({ form, known, isNew, errors, onChange }: FigureFieldsProps) {
  const figure = known.figures.find(({ name }) => name === form.kind)
  if (!figure) return null
  function chooseFigure(name: string) {
    const next = known.figures.find((one) => one.name === name)
    if (next) onChange(withFigure(form, next, known))
  }
  const part = { form, figure, known, errors, onChange }
  return (
    <>
      {isNew && (
        <Select
          label="Welche Zahl?"
          value={form.kind}
          error={errors.kind}
          hint={figure.meaning}
          options={known.figures.map(({ name, label }) => [name, label])}
          onChange={chooseFigure}
        />
      )}
      <ScopeFields {...part} />
      <ComparisonFields {...part} />
    </>
  )
}

type PartProps = Omit<FigureFieldsProps, 'isNew'> & { figure: Figure }

function ScopeFields({ form, figure, known, errors, onChange }: PartProps) {
  const found = known.options[form.scope] ?? []
  const options = found.map(({ value, label }) => [value, label] as const)
  const isThere = options.some(([value]) => value === form.scope_value)
  function choose(chosen: string) {
    const scope = chosen as RuleForm['scope']
    onChange({ scope, scope_value: known.options[scope]?.[0]?.value ?? '' })
  }
  return (
    <>
      {figure.scopes.length > 1 && (
        <Select
          label="Wofür?"
          value={form.scope}
          error={errors.scope}
          options={figure.scopes.map((scope) => [scope, SCOPE_WORDS[scope]])}
          onChange={choose}
        />
      )}
      {form.scope !== 'all' && (
        <Select
          label={SCOPE_WORDS[form.scope].replace('Eine ', '').replace('Ein ', '')}
          value={isThere ? form.scope_value : ''}
          error={errors.scope_value}
          options={isThere ? options : [['', 'Bitte wählen'], ...options]}
          onChange={(scope_value) => onChange({ scope_value })}
        />
      )}
    </>
  )
}

const USUAL_HINT =
  'Verglichen wird mit dem Durchschnitt der gleichen Wochentage der letzten acht Wochen. Einzelne Feiertage werden nicht verglichen.'

function ComparisonFields({ form, figure, errors, onChange }: PartProps) {
  return (
    <>
      <Select
        label="Wann möchten Sie es wissen?"
        value={form.comparison ?? ''}
        error={errors.comparison}
        hint={isUsual(form.comparison) ? USUAL_HINT : undefined}
        options={figure.comparisons.map((one) => [one, COMPARISON_WORDS[one]])}
        onChange={(chosen) => onChange({ comparison: chosen as Comparison, threshold: '' })}
      />
      {!figure.is_level && (
        <TextField
          label={hasThreshold(form) ? 'Wie viele Tage zusammen?' : 'Seit wie vielen Tagen?'}
          value={form.days}
          onChange={({ target }) => onChange({ days: target.value })}
          error={errors.days !== undefined}
          helperText={errors.days}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          className="short"
        />
      )}
    </>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  error: string | undefined
  hint?: string | undefined
  onChange: (value: string) => void
}

function Select({ label, value, options, error, hint, onChange }: SelectProps) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </TextField>
  )
}

interface QuietFieldsProps {
  form: RuleForm
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<RuleForm>) => void
}

/** When no mail is to leave: days and times. */
export function QuietFields({ form, errors, onChange }: QuietFieldsProps) {
  const { is_quiet, quiet_from, quiet_to, quiet_days } = form
  const toggle = (day: number, isChosen: boolean) =>
    onChange({
      quiet_days: isChosen ? [...quiet_days, day] : quiet_days.filter((one) => one !== day),
    })
  return (
    <fieldset className="field-group">
      <legend>Wann ist Ruhe?</legend>
      <Tick
        label="Ruhezeiten einhalten"
        isTicked={is_quiet}
        onChange={(chosen) => onChange({ is_quiet: chosen })}
      />
      {is_quiet && (
        <>
          <div className="weekdays">
            {DAYS.map((name, index) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={quiet_days.includes(index + 1)}
                  onChange={({ target }) => toggle(index + 1, target.checked)}
                />
                <span aria-hidden="true">{name}</span>
                <span className="visually-hidden">Ruhe beginnt am {longDay(index + 1)}</span>
              </label>
            ))}
          </div>
          {errors.quiet_days && (
            <p role="alert" className="error-text">
              {errors.quiet_days}
            </p>
          )}
          <div className="clock-times">
            <TimeInput
              label="Ruhe ab"
              value={quiet_from}
              error={errors.quiet_from}
              onChange={(value) => onChange({ quiet_from: value })}
            />
            <TimeInput
              label="Ruhe bis"
              value={quiet_to}
              error={errors.quiet_to}
              onChange={(value) => onChange({ quiet_to: value })}
            />
          </div>
          <p className="muted tiny" role="status">
            {quietWords(form) ? `${quietWords(form)} (Zeit in Berlin).` : 'So ist keine Ruhe.'}
          </p>
        </>
      )}
    </fieldset>
  )
}

interface TimeInputProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function TimeInput({ label, value, error, onChange }: TimeInputProps) {
  return (
    <TextField
      label={label}
      type="time"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

interface TickProps {
  label: string
  isTicked: boolean
  onChange: (isTicked: boolean) => void
}

/** A box to tick with its words, among the fields of a rule. */
export function Tick({ label, isTicked, onChange }: TickProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={isTicked} onChange={({ target }) => onChange(target.checked)} />}
    />
  )
}
