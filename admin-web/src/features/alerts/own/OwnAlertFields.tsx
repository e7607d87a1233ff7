import TextField from '@mui/material/TextField'
import {
  COST_SPANS,
  directionWords,
  type Figure,
  type Figures,
  KIND_WORDS,
  type OwnAlertForm,
  optionsOf,
  SCOPE_WORDS,
  SENSITIVITIES,
  thresholdLabel,
  withFigure,
  withKind,
} from './ownAlert'

interface OwnAlertFieldsProps {
  form: OwnAlertForm
  figure: Figure
  known: Figures
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<OwnAlertForm>) => void
}

/** Which figure, of what, and when to tell. */
export function OwnAlertFields({ form, figure, known, errors, onChange }: OwnAlertFieldsProps) {
  function chooseFigure(name: string) {
    const next = known.figures.find((one) => one.name === name)
    if (next) onChange(withFigure(form, next, known))
  }
  function chooseScope(scope: string) {
    const next = scope as OwnAlertForm['scope']
    onChange({ scope: next, scope_value: optionsOf(next, known)[0]?.value ?? '' })
  }
  return (
    <>
      <Select
        label="Welche Zahl?"
        value={form.figure}
        error={errors.figure}
        hint={figure.meaning}
        options={known.figures.map(({ name, label }) => [name, label])}
        onChange={chooseFigure}
      />
      {figure.scopes.length > 1 && (
        <Select
          label="Wofür?"
          value={form.scope}
          error={errors.scope}
          options={figure.scopes.map((scope) => [scope, SCOPE_WORDS[scope]])}
          onChange={chooseScope}
        />
      )}
      {form.scope !== 'all' && <ScopeValue {...{ form, known, errors, onChange }} />}
      <Select
        label="Wann möchten Sie es wissen?"
        value={form.kind}
        error={errors.kind}
        options={figure.kinds.map((kind) => [kind, KIND_WORDS[kind]])}
        onChange={(kind) => onChange(withKind(form, kind as OwnAlertForm['kind'], figure))}
      />
      {form.kind === 'outside' ? (
        <Unusual {...{ form, figure, errors, onChange }} />
      ) : (
        <Amounts {...{ form, figure, errors, onChange }} />
      )}
    </>
  )
}

function ScopeValue({ form, known, errors, onChange }: Omit<OwnAlertFieldsProps, 'figure'>) {
  const options = optionsOf(form.scope, known).map(({ value, label }) => [value, label] as const)
  const isKnown = options.some(([value]) => value === form.scope_value)
  return (
    <Select
      label={SCOPE_WORDS[form.scope].replace('Eine ', '').replace('Ein ', '')}
      value={isKnown ? form.scope_value : ''}
      error={errors.scope_value}
      options={isKnown ? options : [['', 'Bitte wählen'], ...options]}
      onChange={(scope_value) => onChange({ scope_value })}
    />
  )
}

function Unusual({ form, figure, errors, onChange }: Omit<OwnAlertFieldsProps, 'known'>) {
  return (
    <>
      <p className="flush muted">
        {figure.is_cost_per_case
          ? 'Verglichen wird, was das Geld in acht gleichen Zeiträumen davor gebracht hat. Kommt für mehr Geld entsprechend mehr, ist das üblich; kommt gar nichts, zählt auch das. Fehlen die Kosten der letzten Tage noch, wartet der Hinweis bis zu zwei Wochen auf sie.'
          : 'Verglichen wird mit den letzten acht gleichen Wochentagen. Feiertage in Bayern zählen als Sonntage, ein einzelner Ausreißer davor stört nicht.'}
      </p>
      {figure.is_cost_per_case && <CostSpan {...{ form, errors, onChange }} />}
      <Select
        label="Was ist ungewöhnlich?"
        value={form.direction}
        error={errors.direction}
        options={Object.entries(directionWords(figure))}
        onChange={(direction) => onChange({ direction: direction as OwnAlertForm['direction'] })}
      />
      <Select
        label="Wie empfindlich?"
        value={String(form.false_alarms)}
        error={errors.false_alarms}
        options={SENSITIVITIES.map(([count, words]) => [String(count), words])}
        onChange={(count) => onChange({ false_alarms: Number(count) })}
      />
    </>
  )
}

function CostSpan({ form, errors, onChange }: Omit<OwnAlertFieldsProps, 'known' | 'figure'>) {
  return (
    <Select
      label="Über welchen Zeitraum?"
      value={form.days}
      error={errors.days}
      hint="Mehrere Tage zusammen zeigen auch dort etwas, wo an einem Tag wenig kommt."
      options={COST_SPANS}
      onChange={(days) => onChange({ days })}
    />
  )
}

function Amounts({ form, figure, errors, onChange }: Omit<OwnAlertFieldsProps, 'known'>) {
  const isLimited = form.kind === 'below' || form.kind === 'above'
  return (
    <div className="own-alert-amounts">
      {isLimited && (
        <TextField
          label={thresholdLabel(figure)}
          value={form.threshold}
          onChange={({ target }) => onChange({ threshold: target.value })}
          error={errors.threshold !== undefined}
          helperText={errors.threshold}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        />
      )}
      {!figure.is_level && (
        <TextField
          label={isLimited ? 'In wie vielen Tagen zusammen?' : 'Seit wie vielen Tagen?'}
          value={form.days}
          onChange={({ target }) => onChange({ days: target.value })}
          error={errors.days !== undefined}
          helperText={errors.days}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
      )}
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  error?: string | undefined
  hint?: string
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
