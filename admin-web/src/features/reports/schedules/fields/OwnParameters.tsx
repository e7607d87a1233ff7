import { useStaffQuery } from '@/api/useStaffQuery'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { PACKAGE_CHOICES, PLAN_CHOICES } from '@/features/reports/frame/filters/OfferFields'
import { WholeField } from '@/features/reports/frame/filters/TypedField'
import { ownText } from '@/features/reports/frame/parameters/parameters'
import { FIELD_LABELS, MATCHES, MODELS, OUTCOMES } from '@/features/reports/frame/parameters/words'
import type { ControlsProps } from '@/features/reports/frame/ReportPage'
import { RESERVATION_STATES, stateWords } from '@/lib/states'
import { ownParameters } from '../reportParameters'
import type { ReportInfo, ReportParameter } from '../schedule'

interface OwnParametersProps extends ControlsProps {
  report: ReportInfo
}

/** The fields that only this report has, by what the server says of them. */
export function OwnParameters({ report, ...props }: OwnParametersProps) {
  return ownParameters(report).map((parameter) => (
    <OwnField key={parameter.name} parameter={parameter} {...props} />
  ))
}

interface OwnFieldProps extends ControlsProps {
  parameter: ReportParameter
}

function OwnField({ parameter, parameters, problems, changeOwn }: OwnFieldProps) {
  const { name, label, kind, choices } = parameter
  const value = ownText(parameters, name)
  const problem = problems[name]
  const onValue = (next: string) => changeOwn({ [name]: next })
  if (name === 'park') return <ParkChoice {...{ label, value, problem, onValue }} />
  if (name === 'state')
    return (
      <StateChoices
        value={[parameters.own[name] ?? []].flat()}
        onValue={(state) => changeOwn({ state })}
      />
    )
  if (kind === 'whole')
    return (
      <WholeField
        label={label.replace(/ in Tagen$/, '')}
        unit={label.endsWith('in Tagen') ? 'Tage' : ''}
        {...{ value, problem, onValue }}
      />
    )
  if (choices)
    return (
      <ChoiceField
        choices={choices.map((choice) => [choice, choiceWords(name, choice)])}
        {...{ label, value, problem, onValue }}
      />
    )
  return null
}

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  field: FIELD_LABELS,
  across: FIELD_LABELS,
  model: MODELS,
  outcome: OUTCOMES,
  match: MATCHES,
  package: Object.fromEntries(PACKAGE_CHOICES),
  plan: Object.fromEntries(PLAN_CHOICES),
}

const choiceWords = (name: string, choice: string): string => CHOICES[name]?.[choice] ?? choice

interface ParkChoiceProps {
  label: string
  value: string
  problem: string | undefined
  onValue: (park: string) => void
}

function ParkChoice({ label, value, problem, onValue }: ParkChoiceProps) {
  const { data } = useStaffQuery('/api/staff/parks')
  const parks = data?.data ?? []
  const known = parks.some(({ id }) => id === value) ? [] : [[value, value] as const]
  return (
    <ChoiceField
      choices={[...parks.map(({ id, name }) => [id, name] as const), ...known]}
      {...{ label, value, problem, onValue }}
    />
  )
}

interface StateChoicesProps {
  value: readonly string[]
  onValue: (states: readonly string[]) => void
}

function StateChoices({ value, onValue }: StateChoicesProps) {
  const toggle = (state: string) =>
    onValue(value.includes(state) ? value.filter((one) => one !== state) : [...value, state])
  return (
    <fieldset className="tick-row">
      <legend>Stand, ohne Auswahl alle</legend>
      {RESERVATION_STATES.map((name) => (
        <label key={name} className="tick">
          <input type="checkbox" checked={value.includes(name)} onChange={() => toggle(name)} />
          {stateWords(name)}
        </label>
      ))}
    </fieldset>
  )
}
