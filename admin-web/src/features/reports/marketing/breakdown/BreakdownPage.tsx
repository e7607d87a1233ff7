import { Link, useLocation } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { valueKind } from '@/features/reports/frame/filters/filterWords'
import { PageRow } from '@/features/reports/frame/navigation/PageRow'
import { filterBy, reservationsBehind } from '@/features/reports/frame/parameters/drill'
import {
  addressQuery,
  ownText,
  type ParameterSpec,
  type Parameters,
  withFilter,
} from '@/features/reports/frame/parameters/parameters'
import { FIELD_LABELS } from '@/features/reports/frame/parameters/words'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'

const TAKES: ParameterSpec = {
  period: true,
  comparison: true,
  bots: true,
  filters: true,
  own: { field: 'channel_group' },
}

/** Where visitors and reservations come from, by one field of their touches. */
export function BreakdownPage() {
  return (
    <ReportPage
      name="breakdown"
      title="Herkunft"
      takes={TAKES}
      height={800}
      navigation={({ parameters }) => <Fields parameters={parameters} />}
    >
      {(report) => <Values report={report} />}
    </ReportPage>
  )
}

/** One field after the other, as pages beside each other. */
function Fields({ parameters }: { parameters: Parameters }) {
  const { pathname } = useLocation()
  const shown = ownText(parameters, 'field')
  const pages = Object.entries(FIELD_LABELS).map(([field, label]) => ({
    key: field,
    to: { pathname, search: addressQuery({ ...parameters, own: { field } }, TAKES) },
    label,
    isCurrent: field === shown,
  }))
  return <PageRow label="Aufschlüsseln nach" pages={pages} />
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

/** Where the report is computed again: a kept result cannot be narrowed. */
const LIVE_PATH = '/reports/breakdown'

/** Columns that count reservations, with what became of those. */
const OUTCOMES: Readonly<Record<string, 'any' | 'contracted' | 'cancelled'>> = {
  reservations: 'any',
  contracted: 'contracted',
  cancelled: 'cancelled',
}
