import { Link } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { valueKind } from '@/features/reports/frame/filters/filterWords'
import { filterBy, reservationsBehind } from '@/features/reports/frame/parameters/drill'
import {
  addressQuery,
  ownText,
  type ParameterSpec,
  type Parameters,
  withFilter,
} from '@/features/reports/frame/parameters/parameters'
import { BREAKDOWN_FIELDS, FIELD_LABELS } from '@/features/reports/frame/parameters/words'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'

const TAKES: ParameterSpec = {
  period: true,
  comparison: true,
  bots: true,
  filters: true,
  own: { field: 'channel_group', across: 'landing_path' },
}

/** Where visitors and reservations come from, by one field of their touches. */
export function BreakdownPage() {
  return (
    <ReportPage
      name="breakdown"
      title="Herkunft"
      takes={TAKES}
      height={800}
      controls={(props) => <Fields {...props} />}
      controlled={['field', 'across']}
    >
      {(report) => (
        <>
          <Values report={report} />
          <Cells report={report} />
        </>
      )}
    </ReportPage>
  )
}

/** By which fields: the first in the rows, the second beside it in the table of pairs. */
const Fields = ({ parameters, problems, changeOwn }: ControlsProps) => (
  <>
    <ChoiceField
      label="Aufschlüsseln nach"
      choices={BREAKDOWN_FIELDS}
      value={ownText(parameters, 'field')}
      problem={problems.field}
      onValue={(field) => changeOwn({ field })}
    />
    <ChoiceField
      label="und nach"
      choices={BREAKDOWN_FIELDS}
      value={ownText(parameters, 'across')}
      problem={problems.across}
      onValue={(across) => changeOwn({ across })}
    />
  </>
)

/** The second field beside the first: which page loses the visitors of which source. */
function Cells({ report }: { report: ReportOf<'breakdown'> }) {
  const { cells } = report.tables
  if (!cells) return null
  const [first, second] = [String(report.parameters.field), String(report.parameters.across)]
  const labelOf: Readonly<Record<string, string>> = { value: first, across: second }
  const columns = cells.columns.map((column) => {
    const field = labelOf[column.name]
    return field
      ? { ...column, kind: valueKind(field), label: FIELD_LABELS[field] ?? field }
      : column
  })
  const title = `${FIELD_LABELS[first] ?? first} und ${FIELD_LABELS[second] ?? second}`
  return <ChartFrame name="cells" title={title} table={{ ...cells, columns }} />
}

function Values({ report }: { report: ReportOf<'breakdown'> }) {
  const { parameters, isKept } = useShownReport()
  const field = String(report.parameters.field)
  const table = report.tables.values
  const filtersWith = (value: string) => withFilter(parameters.filters, field, [value])
  const liveWith = (value: string) =>
    `${LIVE_PATH}?${addressQuery({ ...parameters, filters: filtersWith(value) }, TAKES)}`
  return (
    <ChartFrame
      name="values"
      without={IN_FILES}
      title={FIELD_LABELS[field] ?? field}
      table={{
        ...table,
        columns: table.columns.map((column) =>
          column.name === 'value'
            ? { ...column, kind: valueKind(field), label: FIELD_LABELS[field] ?? field }
            : column,
        ),
      }}
      linkOf={(column, { value }) => {
        if (column === 'value') return liveWith(String(value))
        return column in OUTCOMES
          ? reservationsBehind(parameters, filterBy(field, value), OUTCOMES[column])
          : null
      }}
    >
      {table.rows.length > 0 && (
        <>
          <ReportCharts table={table} linkOf={(row) => row && liveWith(row.value)} />
          <p className="tiny muted flush no-print">
            {isKept
              ? 'Ein Klick auf einen Balken öffnet den Bericht von heute und filtert danach.'
              : 'Ein Klick auf einen Balken filtert danach.'}
          </p>
        </>
      )}
      {!isKept && <Further parameters={parameters} />}
    </ChartFrame>
  )
}

/** What else can be asked about the same period. */
const Further = ({ parameters }: { parameters: Parameters }) => (
  <p className="flush no-print">
    <Link to={moneyCheckPath(parameters)}>Geld ohne Besuche in diesem Zeitraum</Link>
  </p>
)

/** Which costs of the period brought no visit at all: a breakdown cannot tell a lost tag from a bad poster. */
const moneyCheckPath = ({ from, to }: Parameters): string =>
  `/site-check?${new URLSearchParams({ from, to })}`

/** Nobody plans by them; files have them. */
const IN_FILES = ['kwh', 'kwh_before', 'bound_kwh', 'bound_kwh_before']

/** Where the report is computed again: a kept result cannot be narrowed. */
const LIVE_PATH = '/reports/breakdown'

/** Columns that count reservations, with what became of those. */
const OUTCOMES: Readonly<Record<string, 'any' | 'contracted' | 'cancelled'>> = {
  reservations: 'any',
  contracted: 'contracted',
  cancelled: 'cancelled',
}
