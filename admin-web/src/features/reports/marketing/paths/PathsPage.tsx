import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { LookBackFields } from '@/features/reports/frame/filters/LookBackFields'
import { OfferFields } from '@/features/reports/frame/filters/OfferFields'
import {
  LOOK_BACK_DAYS,
  reservationsBehind,
  type Way,
} from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { PathChains } from './PathChains'
import { type PathsReport, quartilesOf, rememberedWords, wayOf } from './paths'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { look_back_days: LOOK_BACK_DAYS, match: 'last', package: 'all', plan: 'all' },
}

/** Over which stations people came to a reservation, how many there were, how long it took. */
export function PathsPage() {
  return (
    <ReportPage
      name="paths"
      title="Wege zur Reservierung"
      takes={TAKES}
      height={1500}
      controls={(props) => (
        <>
          <OfferFields {...props} />
          <LookBackFields {...props} />
        </>
      )}
      controlled={['look_back_days', 'package', 'plan']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

const OUTCOMES = { reservations: 'any', contracted: 'contracted' } as const

/** From a row's numbers to the reservations that came this way; rows of several ways have none. */
function useLinks() {
  const { parameters } = useShownReport()
  return (column: string, way: Way | null) =>
    way && column in OUTCOMES
      ? reservationsBehind(parameters, {}, OUTCOMES[column as keyof typeof OUTCOMES], way)
      : null
}

function Pictures({ report: { tables } }: { report: PathsReport }) {
  return (
    <>
      <Stations table={tables.paths} />
      <Touches table={tables.lengths} />
      <Days table={tables.durations} />
    </>
  )
}

type Tables = PathsReport['tables']

function Stations({ table }: { table: Tables['paths'] }) {
  const linkOf = useLinks()
  return (
    <ChartFrame name="paths" table={table} linkOf={(column, row) => linkOf(column, wayOf(row))}>
      {table.rows.length > 0 ? (
        <PathChains
          label={table.sentence || table.title}
          rows={table.rows}
          total={table.total_rows}
          linkOf={(row) => linkOf('reservations', wayOf(row))}
        />
      ) : (
        <EmptyPicture words="In diesem Zeitraum gab es keine Reservierungen." />
      )}
    </ChartFrame>
  )
}

function Touches({ table }: { table: Tables['lengths'] }) {
  const linkOf = useLinks()
  const wayOf = (touches: number | null) => (touches === null ? null : { touches: String(touches) })
  return (
    <ChartFrame
      name="lengths"
      table={table}
      linkOf={(column, { touches }) => linkOf(column, wayOf(touches))}
    >
      {table.rows.length > 0 ? (
        <ReportCharts
          table={table}
          linkOf={(row) => row && linkOf('reservations', wayOf(row.touches))}
        />
      ) : (
        <EmptyPicture words="In diesem Zeitraum gab es keine Reservierungen." />
      )}
    </ChartFrame>
  )
}

/** Its columns count those alone that may be remembered, so that only the table's numbers lead to reservations. */
function Days({ table }: { table: Tables['durations'] }) {
  const linkOf = useLinks()
  const quartiles = quartilesOf(table.rows)
  const hasDays = table.rows.some(({ days, remembered }) => days !== null && remembered > 0)
  return (
    <ChartFrame
      name="durations"
      table={table}
      linkOf={(column, { days }) =>
        linkOf(column, days === null ? null : { days_before: String(days) })
      }
    >
      {hasDays ? (
        <>
          <ReportCharts table={table} />
          <p className="flush">{rememberedWords(table.rows, quartiles)}</p>
        </>
      ) : (
        <EmptyPicture words="Zu keiner Reservierung dürfen wir uns einen Kontakt davor merken." />
      )}
    </ChartFrame>
  )
}
