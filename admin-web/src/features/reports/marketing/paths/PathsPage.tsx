import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { LookBackFields } from '@/features/reports/frame/filters/LookBackFields'
import { LOOK_BACK_DAYS } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { CountColumns } from './CountColumns'
import { PathChains } from './PathChains'
import { dayColumns, type PathsReport, quartilesOf, rememberedWords, touchColumns } from './paths'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { look_back_days: LOOK_BACK_DAYS, match: 'last' },
}

/** Over which stations people came to a reservation, how many there were, how long it took. */
export function PathsPage() {
  return (
    <ReportPage
      name="paths"
      title="Wege zur Reservierung"
      takes={TAKES}
      height={1500}
      controls={(props) => <LookBackFields {...props} />}
      controlled={['look_back_days']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

function Pictures({ report }: { report: PathsReport }) {
  const { paths, lengths, durations } = report.tables
  const quartiles = quartilesOf(durations.rows)
  const hasDays = durations.rows.some(({ days, remembered }) => days !== null && remembered > 0)
  return (
    <>
      <ChartFrame name="paths" table={paths}>
        {paths.rows.length > 0 ? (
          <PathChains
            label={paths.sentence || paths.title}
            rows={paths.rows}
            total={paths.total_rows}
          />
        ) : (
          <EmptyPicture words="In diesem Zeitraum gab es keine Reservierungen." />
        )}
      </ChartFrame>
      <ChartFrame name="lengths" table={lengths}>
        {lengths.rows.length > 0 ? (
          <CountColumns
            label={lengths.sentence || lengths.title}
            columns={(most) => touchColumns(lengths.rows, most)}
            axis="Kontakte im Rückblick vor der Reservierung"
          />
        ) : (
          <EmptyPicture words="In diesem Zeitraum gab es keine Reservierungen." />
        )}
      </ChartFrame>
      <ChartFrame name="durations" table={durations}>
        {hasDays ? (
          <>
            <CountColumns
              label={durations.sentence || durations.title}
              columns={(most) => dayColumns(durations.rows, most)}
              axis="Tage vom ersten Kontakt bis zur Reservierung"
              quartiles={quartiles}
            />
            <p className="flush">{rememberedWords(durations.rows, quartiles)}</p>
          </>
        ) : (
          <EmptyPicture words="Zu keiner Reservierung dürfen wir uns einen Kontakt davor merken." />
        )}
      </ChartFrame>
    </>
  )
}
