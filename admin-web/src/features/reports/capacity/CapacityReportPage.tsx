import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay } from '@/lib/format'
import type { Park } from '@/ui/park/capacity'
import { ChartFrame } from '../frame/ChartFrame'
import { DownloadMenu } from '../frame/DownloadMenu'
import type { TableDocument } from '../frame/document'
import { ChoiceField } from '../frame/filters/ChoiceField'
import { ownText, type ParameterSpec } from '../frame/parameters/parameters'
import { ReportCharts } from '../frame/ReportCharts'
import { type ControlsProps, ReportPage } from '../frame/ReportPage'
import { useShownReport } from '../frame/reportContext'
import { ReportTable } from '../frame/tables/ReportTable'
import { CapacityFigures } from './CapacityFigures'
import { dayLinks, madeBetween, mixLinks, monthLinks } from './drill'
import { FieldPicture } from './FieldPicture'
import type { CapacityReport, CourseRow } from './report'
import './capacityReport.css'

const TAKES: ParameterSpec = { period: true, own: { park: 'ingolstadt' } }

/** How full a park is, when it will be, and who stays. */
export function CapacityReportPage() {
  return (
    <ReportPage
      name="capacity"
      title="Auslastung"
      takes={TAKES}
      height={1900}
      controls={(props) => <ParkField {...props} />}
      controlled={['park']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

function ParkField({ parameters, changeOwn, problems }: ControlsProps) {
  const { data } = useStaffQuery('/api/staff/parks')
  const chosen = ownText(parameters, 'park')
  const parks = data?.data ?? [{ id: chosen, name: chosen, cancelled_at: null }]
  const known = parks.some(({ id }) => id === chosen) ? [] : [[chosen, chosen] as const]
  return (
    <ChoiceField
      label="Park"
      choices={[...parks.map((park) => [park.id, nameOf(park)] as const), ...known]}
      value={chosen}
      problem={problems.park}
      onValue={(park) => changeOwn({ park })}
    />
  )
}

const nameOf = ({ name, cancelled_at }: Pick<Park, 'name' | 'cancelled_at'>): string =>
  cancelled_at === null ? name : `${name} (abgesagt)`

function Pictures({ report }: { report: CapacityReport }) {
  const { totals, days, forecast, course } = report.tables
  const [chosen, setChosen] = useState<number | null>(null)
  const last = days.rows.length - 1
  const index = chosen === null || chosen > last ? last : chosen
  const period = { from: String(report.parameters.from), to: String(report.parameters.to) }
  const asked = { ...period, park: String(report.parameters.park) }
  const isEmpty = days.rows.every((row) => row.new === 0 && row.given_up === 0)
  return (
    <>
      <CapacityFigures
        table={totals}
        forecast={forecast.rows[0]}
        reservations={madeBetween(asked)}
      />
      <ChartFrame
        name="forecast"
        table={forecast}
        title="Füllung und Vorhersage"
        choices={<PeriodNote of="forecast" />}
      >
        <ReportCharts
          table={{ ...days, sentence: forecast.sentence }}
          shows={({ kind }) => kind === 'areas'}
          marks={({ lines }) => [
            ...(lines.some(({ look }) => look === 'low')
              ? [{ index: last, label: 'Vorhersage →' }]
              : []),
            ...(index < last ? [{ index, label: formatDay(days.rows[index]?.day ?? '') }] : []),
          ]}
        />
        <FieldPicture days={days.rows} totals={totals.rows[0]} index={index} onIndex={setChosen} />
        {course.rows.length > 0 && <CourseTable table={course} />}
      </ChartFrame>
      <ChartFrame name="days" table={days} linkOf={dayLinks(asked)}>
        {!isEmpty && (
          <ReportCharts
            table={days}
            shows={({ kind }) => kind === 'columns'}
            linkOf={(_, { first, last }) =>
              first && last ? madeBetween({ ...asked, from: first, to: last }) : null
            }
          />
        )}
      </ChartFrame>
      <Households tables={report.tables} asked={asked} />
    </>
  )
}

interface HouseholdsProps {
  tables: CapacityReport['tables']
  asked: Parameters<typeof mixLinks>[0]
}

/** What was chosen, and who stays. */
function Households({ tables: { mix, cancellations }, asked }: HouseholdsProps) {
  return (
    <>
      <ChartFrame name="mix" table={mix} linkOf={mixLinks(asked)} choices={<PeriodNote of="mix" />}>
        {mix.rows.some(({ taken }) => taken > 0) && (
          <ReportCharts
            table={mix}
            linkOf={(row) => row && madeBetween(asked, { annual_kwh: [row.package] })}
          />
        )}
      </ChartFrame>
      <ChartFrame
        name="cancellations"
        table={cancellations}
        linkOf={monthLinks(asked)}
        choices={<PeriodNote of="cancellations" />}
      >
        {cancellations.rows.length > 0 && (
          <ReportCharts
            table={cancellations}
            linkOf={(row) => row && monthLinks(asked)('reservations', row)}
          />
        )}
      </ChartFrame>
    </>
  )
}

/** What the chosen period means where a picture shows other days than it. */
const PERIOD_NOTES = {
  forecast:
    'Gefüllt sind die Tage des Zeitraums. Die Vorhersage beginnt an seinem Ende und rechnet mit den acht Wochen davor.',
  mix: 'Bestand am Ende des Zeitraums; neu ist, was im Zeitraum reserviert wurde.',
  cancellations:
    'Immer die zwölf Monate bis zum Ende des Zeitraums. Monate, die noch zu jung sind, haben keine Quote.',
} as const

const PeriodNote = ({ of }: { of: keyof typeof PERIOD_NOTES }) => (
  <p className="tiny muted flush">{PERIOD_NOTES[of]}</p>
)

/** The course of the forecast by days, with files of its own. */
function CourseTable({ table }: { table: TableDocument<CourseRow> }) {
  const { report, query } = useShownReport()
  return (
    <details className="disclosure">
      <summary>{table.title}</summary>
      <ReportTable table={table} />
      <DownloadMenu
        title={table.title}
        address={`${report.report}/files/course`}
        query={query}
        stand={report.stand}
        picture={null}
      />
    </details>
  )
}
