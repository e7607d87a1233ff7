import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import type { CreditReport } from '../credits'
import { linkToRow } from '../drill'

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
      <ReportCharts table={table} />
      <p className="tiny muted flush">
        {moneyWords(parameters)} Gutgeschrieben werden mindestens 5 Cent je kWh; schraffiert ist,
        was ohne Vertrag noch unverbindlich ist. Was der Park mit Strom einnimmt, ist nicht dabei.
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
      <ReportCharts table={table} choice={choice.scenario} />
    </ChartFrame>
  )
}

/** What the households of each package and plan get in one scenario. */
export function Packages({ report: { tables, parameters }, ...choice }: ScenarioProps) {
  const table = tables.packages
  const linkOf = linkToRow(parameters)
  return (
    <ChartFrame
      name="packages"
      table={table}
      without={WITHOUT}
      choices={<ScenarioChoice label="Szenario der Pakete" {...choice} />}
      linkOf={linkOf}
    >
      <ReportCharts
        table={table}
        choice={choice.scenario}
        linkOf={(row) => row && linkOf('reservations', row)}
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

const moneyWords = ({ price_basis }: CreditReport['parameters']): string =>
  price_basis === 'real'
    ? 'Beträge sind real, im Geld des ersten Jahres.'
    : 'Beträge sind nominal, im Geld der jeweiligen Zeit.'
