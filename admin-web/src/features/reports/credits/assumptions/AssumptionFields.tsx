import { useStaffQuery } from '@/api/useStaffQuery'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { PACKAGE_CHOICES, PLAN_CHOICES } from '@/features/reports/frame/filters/OfferFields'
import { PeriodFields } from '@/features/reports/frame/filters/PeriodFields'
import { TypedField } from '@/features/reports/frame/filters/TypedField'
import {
  type OwnValue,
  ownText,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import type { ControlsProps } from '@/features/reports/frame/ReportPage'
import {
  DEGRADATION,
  DISCOUNT,
  INFLATION,
  type NumberSpec,
  PRICE_PATH,
  PROFIT,
  RATE,
  readMonth,
  readTyped,
  typedMonth,
  typedOf,
  YEARS,
} from './assumptions'

type Choices = readonly (readonly [value: string, words: string])[]

const BASIS_CHOICES: Choices = [
  ['nominal', 'nominal (Geld der Zeit)'],
  ['real', 'real (heutiges Geld)'],
]
/** Names whose problems stand beside their fields. */
export const ASSUMPTIONS = [
  'park',
  'package',
  'plan',
  'rate_tenth_ct',
  'profit_tenth_ct',
  'years',
  'starts_on',
  'degradation_bp',
  'price_path_bp',
  'price_basis',
  'inflation_bp',
  'discount_bp',
  'reserved_from',
  'reserved_to',
]

/** Which park and households, and what is assumed of rates, prices and modules. */
export function AssumptionFields({
  parameters,
  problems,
  changeOwn,
  hasDays = true,
}: ControlsProps & { hasDays?: boolean }) {
  const parks = useParks(ownText(parameters, 'park'))
  const isReal = ownText(parameters, 'price_basis') === 'real'
  const choice = (name: string, label: string, choices: Choices) => (
    <ChoiceField
      label={label}
      choices={choices}
      value={ownText(parameters, name)}
      problem={problems[name]}
      onValue={(value) => changeOwn({ [name]: value })}
    />
  )
  const typed = (name: string) => ({
    value: parameters.own[name] ?? [],
    problem: problems[name],
    onValue: (value: OwnValue) => changeOwn({ [name]: value }),
  })
  const number = (spec: NumberSpec) => (
    <TypedField
      label={spec.label}
      unit={spec.unit}
      known={typedOf(spec, parameters.own[spec.name] ?? [])}
      read={(text) => readTyped(spec, text)}
      size={5}
      inputMode="decimal"
      placeholder={spec.isOptional ? 'keiner' : undefined}
      {...typed(spec.name)}
    />
  )
  return (
    <div className="assumptions">
      <fieldset>
        <legend>Wer</legend>
        {choice('park', 'Park', parks)}
        {choice('package', 'Paket', PACKAGE_CHOICES)}
        {choice('plan', 'Zahlweise', PLAN_CHOICES)}
        {hasDays && <ReservedField own={parameters.own} {...{ problems, changeOwn }} />}
      </fieldset>
      <fieldset>
        <legend>Was eine kWh bringt</legend>
        {number(RATE)}
        {number(PROFIT)}
        {number(PRICE_PATH)}
        {choice('price_basis', 'Beträge und Preispfad', BASIS_CHOICES)}
        {isReal && number(INFLATION)}
      </fieldset>
      <fieldset>
        <legend>Wie lange</legend>
        {number(YEARS)}
        <TypedField
          label="Erster Monat"
          known={typedMonth(parameters.own.starts_on ?? [])}
          read={readMonth}
          size={9}
          placeholder="der nächste"
          {...typed('starts_on')}
        />
        {number(DEGRADATION)}
        {number(DISCOUNT)}
      </fieldset>
    </div>
  )
}

/** All parks; until they are known, and for one that is none of them, the chosen one. */
function useParks(chosen: string): Choices {
  const { data } = useStaffQuery('/api/staff/parks')
  const parks = data?.data.map(({ id, name }) => [id, name] as const) ?? []
  return parks.some(([id]) => id === chosen) ? parks : [...parks, [chosen, chosen]]
}

type ReservedFieldProps = Pick<ControlsProps, 'problems' | 'changeOwn'> & {
  own: Parameters['own']
}

/** Of which days the reservations are that count: all, or a period as other reports have it. */
function ReservedField({ own, problems, changeOwn }: ReservedFieldProps) {
  const [from, to] = [dayOf(own.reserved_from), dayOf(own.reserved_to)]
  return (
    <PeriodFields
      label="Reserviert"
      without="Alle Reservierungen"
      period={from || to ? { from, to } : null}
      problems={endProblems(problems)}
      onPeriod={(period) =>
        changeOwn({
          reserved_from: ownDay(period?.from),
          reserved_to: ownDay(period?.to),
        })
      }
    />
  )
}

const dayOf = (value: OwnValue | undefined): string =>
  typeof value === 'string' ? value : (value?.[0] ?? '')

const ownDay = (day: string | undefined): string[] => (day ? [day] : [])

/** The server names the two days as the report does. */
const endProblems = (problems: ControlsProps['problems']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, words]) =>
      name.startsWith('reserved_') ? [[name.slice('reserved_'.length), words]] : [],
    ),
  )
