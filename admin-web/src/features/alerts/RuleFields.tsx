import { FieldProblem, SelectInput, TextInput, TickInput, useField } from '@/ui/form/inputs'
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
  edit: { form: RuleForm; type: (changes: Partial<RuleForm>) => void }
  known: Known
  /** Later the figure of a rule stays as it is. */
  isNew: boolean
}

/** Which figure, of what, and when to tell. What does not fit to another choice begins anew. */
export function FigureFields({ edit, known, isNew }: FigureFieldsProps) {
  const { form, type } = edit
  const figure = known.figures.find(({ name }) => name === form.kind)
  if (!figure) return null
  function chooseFigure(name: string) {
    const next = known.figures.find((one) => one.name === name)
    if (next) type(withFigure(form, next, known))
  }
  return (
    <>
      {isNew && (
        <SelectInput
          source="kind"
          label="Welche Zahl?"
          hint={figure.meaning}
          choices={known.figures.map(({ name, label }) => [name, label])}
          onChange={({ target }) => chooseFigure(target.value)}
        />
      )}
      <ScopeFields {...{ edit, figure, known }} />
      <SelectInput
        source="comparison"
        label="Wann möchten Sie es wissen?"
        hint={isUsual(form.comparison) && USUAL_HINT}
        choices={figure.comparisons.map((one) => [one, COMPARISON_WORDS[one]])}
        onChange={({ target }) => type({ comparison: target.value as Comparison, threshold: '' })}
      />
      {!figure.is_level && (
        <TextInput
          source="days"
          label={hasThreshold(form) ? 'Wie viele Tage zusammen?' : 'Seit wie vielen Tagen?'}
          html={{ inputMode: 'numeric' }}
          className="short"
        />
      )}
    </>
  )
}

const USUAL_HINT =
  'Verglichen wird mit dem Durchschnitt der gleichen Wochentage der letzten acht Wochen. Einzelne Feiertage werden nicht verglichen.'

type ScopeFieldsProps = Omit<FigureFieldsProps, 'isNew'> & { figure: Figure }

function ScopeFields({ edit: { form, type }, figure, known }: ScopeFieldsProps) {
  const found = known.options[form.scope] ?? []
  const options = found.map(({ value, label }) => [value, label] as const)
  const isThere = options.some(([value]) => value === form.scope_value)
  function choose(chosen: string) {
    const scope = chosen as RuleForm['scope']
    type({ scope, scope_value: known.options[scope]?.[0]?.value ?? '' })
  }
  return (
    <>
      {figure.scopes.length > 1 && (
        <SelectInput
          source="scope"
          label="Wofür?"
          choices={figure.scopes.map((scope) => [scope, SCOPE_WORDS[scope]])}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {form.scope !== 'all' && (
        <SelectInput
          source="scope_value"
          label={SCOPE_WORDS[form.scope].replace('Eine ', '').replace('Ein ', '')}
          format={(value) => (isThere ? value : '')}
          choices={isThere ? options : [['', 'Bitte wählen'], ...options]}
        />
      )}
    </>
  )
}

/** When no mail is to leave: days and times. */
export const QuietFields = ({ form }: { form: RuleForm }) => (
  <fieldset className="field-group">
    <legend>Wann ist Ruhe?</legend>
    <TickInput source="is_quiet" label="Ruhezeiten einhalten" />
    {form.is_quiet && (
      <>
        <QuietDays />
        <div className="clock-times">
          <TextInput source="quiet_from" label="Ruhe ab" type="time" />
          <TextInput source="quiet_to" label="Ruhe bis" type="time" />
        </div>
        <p className="muted tiny" role="status">
          {quietWords(form) ? `${quietWords(form)} (Zeit in Berlin).` : 'So ist keine Ruhe.'}
        </p>
      </>
    )}
  </fieldset>
)

function QuietDays() {
  const { value: chosen, onChange, problem } = useField<number[]>('quiet_days')
  return (
    <>
      <div className="weekdays">
        {DAYS.map((name, index) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(index + 1)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...chosen, index + 1]
                    : chosen.filter((one) => one !== index + 1),
                )
              }
            />
            <span aria-hidden="true">{name}</span>
            <span className="visually-hidden">Ruhe beginnt am {longDay(index + 1)}</span>
          </label>
        ))}
      </div>
      <FieldProblem words={problem} />
    </>
  )
}
