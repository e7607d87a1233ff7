import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf, Row, TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { WholeField } from '@/features/reports/frame/filters/TypedField'
import { LOOK_BACK_DAYS } from '@/features/reports/frame/parameters/drill'
import { ownText, type ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { MODELS } from '@/features/reports/frame/parameters/words'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { unripeSentence } from '@/features/reports/frame/tables/ripeness'
import { Balance } from './Balance'
import { Cohorts } from './Cohorts'
import { MoneyTable } from './MoneyTable'
import { type ComparedRow, comparedBy } from './money'
import { Ripeness } from './Ripeness'
import { TypedTexts } from './TypedTexts'
import './money.css'

const TAKES: ParameterSpec = {
  period: true,
  standardPeriod: 'last_ripe_quarter',
  comparison: true,
  filters: true,
  own: { model: 'last_non_direct', look_back_days: LOOK_BACK_DAYS, half_life_days: '7' },
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
      controlled={['model', 'look_back_days', 'half_life_days']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

function Controls({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <>
      <ChoiceField
        label="Zählweise"
        choices={Object.entries(MODELS)}
        value={ownText(parameters, 'model')}
        problem={problems.model}
        onValue={(model) => changeOwn({ model })}
      />
      <WholeField
        label="Rückblick"
        unit="Tage"
        value={ownText(parameters, 'look_back_days')}
        problem={problems.look_back_days}
        onValue={(look_back_days) => changeOwn({ look_back_days })}
      />
      <WholeField
        label="Halbwertszeit"
        unit="Tage"
        value={ownText(parameters, 'half_life_days')}
        problem={problems.half_life_days}
        onValue={(half_life_days) => changeOwn({ half_life_days })}
      />
    </>
  )
}

function Pictures({ report }: { report: ReportOf<'money'> }) {
  const { campaigns, totals } = report.tables
  const sums = totals.rows[0]
  const evidence = {
    certainty: report.tables.certainty?.rows ?? [],
    told: report.tables.told?.rows ?? [],
  }
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
            evidence={evidence}
          />
        )}
        <Ripeness totals={sums} rows={campaigns.rows} />
        <p className="tiny muted flush">
          Geurteilt wird nach dem, was wir gesehen haben: Frühere Besuche ohne Einwilligung fehlen,
          die Spanne kommt von den sechs Modellen und vom Zufall.
        </p>
      </ChartFrame>
      {report.compared && report.tables.compared && <Beside table={report.tables.compared} />}
      {report.tables.cohorts && <Cohorts table={report.tables.cohorts} />}
      {report.tables.durations && (
        <ChartFrame name="durations" table={report.tables.durations}>
          <p className="tiny muted flush">
            Weiter zurück als der Rückblick wird nicht gesehen, ohne Einwilligung nur der eine
            Besuch.
          </p>
        </ChartFrame>
      )}
      {report.tables.told && <TypedTexts />}
    </>
  )
}

/** Both periods side by side, or why they are not. */
function Beside({ table }: { table: TableDocument<ComparedRow & Row> }) {
  const ripeOn = table.columns.find(({ name }) => name === 'cost_cents')?.ripe_on
  const sentence = ripeOn ? unripeSentence(ripeOn) : table.sentence
  return <ChartFrame name="compared" table={{ ...table, sentence }} without={['campaign_id']} />
}
