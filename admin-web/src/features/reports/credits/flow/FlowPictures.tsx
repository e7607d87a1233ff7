import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { formatNumber } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { type AmountRow, AmountRows } from '../AmountRows'
import {
  type CreditReport,
  centWords,
  coveredWords,
  type PackageRow,
  SCENARIO_LOOKS,
  type Scenario,
  shortMoney,
} from '../credits'
import { linkToRow } from '../drill'
import { CashFlow } from './CashFlow'

export interface ReportProps {
  report: CreditReport
}

interface ScenarioProps extends ReportProps {
  scenario: string
  names: readonly string[]
  onScenario: (name: string) => void
}

const WITHOUT = ['place']

/** All scenarios below each other, each measured by what the households pay. */
export function Scenarios({ report: { tables, parameters } }: ReportProps) {
  const table = tables.scenarios
  return (
    <ChartFrame name="scenarios" table={table} without={WITHOUT}>
      <AmountRows
        label={table.sentence}
        rows={table.rows.map(scenarioRow)}
        mark="so viel zahlen die Haushalte"
      />
      <p className="tiny muted flush">
        {moneyWords(parameters)} Gutgeschrieben werden mindestens 5 Cent je kWh; schraffiert ist,
        was der Park dafür zuschießt. Was er mit Strom einnimmt, ist nicht dabei.
      </p>
    </ChartFrame>
  )
}

/** Month after month of one scenario, and all of them added up. */
export function Flow({ report: { tables }, ...choice }: ScenarioProps) {
  const table = tables.months
  return (
    <ChartFrame
      name="months"
      table={table}
      without={WITHOUT}
      choices={<ScenarioChoice label="Szenario" {...choice} />}
    >
      <CashFlow label={table.sentence} rows={table.rows} scenario={choice.scenario} />
    </ChartFrame>
  )
}

/** What the households of each package and plan get in one scenario. */
export function Packages({ report: { tables, parameters }, ...choice }: ScenarioProps) {
  const table = tables.packages
  const rows = table.rows.filter((row) => row.scenario === choice.scenario)
  const linkOf = linkToRow(parameters)
  return (
    <ChartFrame
      name="packages"
      table={table}
      without={WITHOUT}
      choices={<ScenarioChoice label="Szenario der Pakete" {...choice} />}
      linkOf={linkOf}
    >
      <AmountRows
        label={table.sentence}
        rows={rows.map((row) => ({ ...packageRow(row), link: linkOf('reservations', row) }))}
        mark="so viel wird gezahlt"
      />
    </ChartFrame>
  )
}

interface ScenarioChoiceProps extends Omit<ScenarioProps, 'report'> {
  label: string
}

function ScenarioChoice({ label, scenario, names, onScenario }: ScenarioChoiceProps) {
  return (
    <ChoiceField
      label={label}
      choices={names.map((name) => [name, name] as const)}
      value={scenario}
      onValue={onScenario}
    />
  )
}

const scenarioRow = (row: Scenario): AmountRow => ({
  key: row.scenario,
  title: `${row.scenario}, ${centWords(row.rate_milli_ct)}`,
  cents: row.credit_cents,
  gapCents: row.gap_cents,
  markCents: row.credit_cents + row.net_cents,
  look: SCENARIO_LOOKS[row.scenario] ?? '',
  words: [
    `${shortMoney(row.first_year_cents)} im ersten Jahr`,
    coveredWords(row.covered_min, row.covered_max),
  ],
})

const packageRow = (row: PackageRow): AmountRow => ({
  key: `${row.package} ${row.plan}`,
  title: `${packageName(row.package)}, ${planName(row.plan)}`,
  cents: row.credit_cents,
  gapCents: row.gap_cents,
  markCents: row.share_cents + row.setup_cents,
  look: SCENARIO_LOOKS[row.scenario] ?? '',
  words: [counted(row.reservations), coveredWords(row.covered, row.covered)],
})

const counted = (count: number): string =>
  count === 1 ? 'eine Reservierung' : `${formatNumber(count)} Reservierungen`

const moneyWords = ({ price_basis }: CreditReport['parameters']): string =>
  price_basis === 'real'
    ? 'Beträge sind real, im Geld des ersten Jahres.'
    : 'Beträge sind nominal, im Geld der jeweiligen Zeit.'
