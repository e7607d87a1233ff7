import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf, Row, TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { ownText, type ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { MODELS } from '@/features/reports/frame/parameters/words'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { unripeSentence } from '@/features/reports/frame/tables/ripeness'
import { Balance } from './Balance'
import { MoneyTable } from './MoneyTable'
import { type ComparedRow, comparedBy } from './money'
import { Ripeness } from './Ripeness'
import './money.css'

const TAKES: ParameterSpec = {
  period: true,
  standardPeriod: 'last_ripe_quarter',
  comparison: true,
  filters: true,
  own: { model: 'last_non_direct' },
}

/** Which campaign is worth its money, which is not, and of which that is not known yet. */
export function MoneyPage() {
  return (
    <ReportPage
      name="money"
      title="Was bringt mein Geld"
      takes={TAKES}
      height={900}
      controls={(props) => <Controls {...props} />}
      controlled={['model']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

function Controls({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <ChoiceField
      label="Raute und kWh nach"
      choices={Object.entries(MODELS)}
      value={ownText(parameters, 'model')}
      problem={problems.model}
      onValue={(model) => changeOwn({ model })}
    />
  )
}

function Pictures({ report }: { report: ReportOf<'money'> }) {
  const { campaigns, totals } = report.tables
  const sums = totals.rows[0]
  const beside = (report.compared && report.tables.compared?.rows) || []
  if (!sums) return null
  const ripeOn = campaigns.columns.find(({ name }) => name === 'cost_cents')?.ripe_on ?? null
  return (
    <>
      {/* Runs that were kept before there were quarters have none. */}
      {report.tables.quarters && <ChartFrame name="quarters" table={report.tables.quarters} />}
      <Balance table={totals} totals={sums} rows={campaigns.rows} />
      <ChartFrame name="campaigns" table={campaigns} isTable>
        {campaigns.rows.length > 0 && (
          <MoneyTable
            rows={campaigns.rows}
            totals={sums}
            model={String(report.parameters.model)}
            ripeOn={ripeOn}
            compared={comparedBy(beside)}
          />
        )}
        <Ripeness totals={sums} rows={campaigns.rows} />
        <p className="tiny muted flush">
          Geurteilt wird nach dem, was wir gesehen haben: Frühere Besuche ohne Einwilligung fehlen,
          die Spanne kommt von den sechs Modellen und vom Zufall.
        </p>
      </ChartFrame>
      {report.compared && report.tables.compared && <Beside table={report.tables.compared} />}
    </>
  )
}

/** Both periods side by side, or why they are not. */
function Beside({ table }: { table: TableDocument<ComparedRow & Row> }) {
  const ripeOn = table.columns.find(({ name }) => name === 'cost_cents')?.ripe_on
  const sentence = ripeOn ? unripeSentence(ripeOn) : table.sentence
  return <ChartFrame name="compared" table={{ ...table, sentence }} without={['campaign_id']} />
}
