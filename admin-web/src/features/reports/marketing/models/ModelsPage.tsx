import '@/features/reports/frame/pictures.css'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf, Row, TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { PictureChoice } from '@/features/reports/frame/filters/PictureChoice'
import { WholeField } from '@/features/reports/frame/filters/WholeField'
import {
  filterBy,
  LOOK_BACK_DAYS,
  reservationsBehind,
} from '@/features/reports/frame/parameters/drill'
import { ownText, type ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import type { ParameterState } from '@/features/reports/frame/parameters/useParameters'
import { MODELS } from '@/features/reports/frame/parameters/words'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import {
  type CreditedRow,
  costRanges,
  costSentence,
  MEASURES,
  measureOf,
  reservationsVia,
} from './origins'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { model: 'last_non_direct', look_back_days: LOOK_BACK_DAYS, half_life_days: '7' },
  shown: { measure: 'origins' },
}

/** Six ways to credit reservations, side by side, and what a contract cost by each of them. */
export function ModelsPage() {
  return (
    <ReportPage
      name="models"
      title="Modelle"
      takes={TAKES}
      height={1100}
      controls={(props) => <Controls {...props} />}
      controlled={Object.keys(TAKES.own ?? {})}
    >
      {(report, state) => <Pictures report={report} state={state} />}
    </ReportPage>
  )
}

function Controls({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <>
      <ChoiceField
        label="Gewähltes Modell"
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

function Pictures({ report, state }: { report: ReportOf<'models'>; state: ParameterState }) {
  return (
    <>
      <Credit report={report} state={state} />
      <Prices table={report.tables.origins} />
      <ChartFrame name="totals" table={report.tables.totals} />
    </>
  )
}

/** What origins are credited with of the chosen measure. */
function Credit({ report, state }: { report: ReportOf<'models'>; state: ParameterState }) {
  const { parameters } = useShownReport()
  const measure = measureOf(ownText(state.parameters, 'measure'))
  const table: TableDocument<CreditedRow & Row> = report.tables[measure]
  const linkOf = (row: CreditedRow) =>
    reservationsVia(parameters, row, measure === 'origins' ? 'any' : 'contracted')
  return (
    <ChartFrame
      name={measure}
      table={table}
      choices={
        <PictureChoice
          label="Was verteilt wird"
          choices={MEASURE_LABELS}
          value={measure}
          onValue={(next) => state.changeOwn({ measure: next })}
        />
      }
      linkOf={(column, row: Row) =>
        FIELDS.includes(column) && row[column]
          ? reservationsBehind(parameters, filterBy(column, row[column]))
          : null
      }
    >
      {table.rows.length > 0 && (
        <ReportCharts
          table={table}
          shows={(chart) => !isOfPrices(chart)}
          linkOf={(row) => row && linkOf(row)}
        />
      )}
    </ChartFrame>
  )
}

/** What a contract of each campaign cost, over what is old enough. */
function Prices({ table }: { table: ReportOf<'models'>['tables']['origins'] }) {
  const { parameters } = useShownReport()
  const ranges = costRanges(table.rows)
  const title = 'Was ein Vertrag kostete'
  const ripeOn = table.columns.find(({ name }) => name === 'cost_per_contract')?.ripe_on ?? null
  const sentence = costSentence(ranges, ripeOn)
  const columns = table.columns.filter(
    ({ name }) => FIELDS.includes(name) || name.includes('cost') || name.includes('ripe'),
  )
  return (
    <ChartFrame name="origins" title={title} table={{ ...table, title, sentence, columns }}>
      {ranges.length > 0 && (
        <>
          <ReportCharts
            table={{ ...table, sentence }}
            shows={isOfPrices}
            linkOf={(row) =>
              row && row.most_ppm > 0 ? reservationsVia(parameters, row, 'contracted') : null
            }
          />
          <p className="tiny muted flush">
            Die Strecke reicht vom Modell mit den meisten zugerechneten Verträgen bis zu dem mit den
            wenigsten; die Raute ist das gewählte. Gezählt ist nur, was alt genug für ein Urteil
            ist.
          </p>
        </>
      )}
    </ChartFrame>
  )
}

/** What contracts cost is in the same table as what origins are credited with. */
const isOfPrices = ({ measure }: { measure: string }) => measure === 'cents'

const MEASURE_LABELS = {
  origins: MEASURES.origins.label,
  contracts: MEASURES.contracts.label,
  kwh: MEASURES.kwh.label,
  money: MEASURES.money.label,
}

const FIELDS = ['channel', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer_host']
