import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { ChartFrame } from '../frame/ChartFrame'
import type { ReportDocument } from '../frame/document'
import type { ParameterSpec } from '../frame/parameters/parameters'
import { AnyReportPage } from '../frame/ReportPage'
import type { LinkOf } from '../frame/tables/ReportTable'
import { KeptReportProvider } from './keptReport'
import type { KeptReport } from './run'

/** The pages that show live reports, by the report's name on the server. */
export type ReportPages = Readonly<Record<string, ComponentType>>

/**
 * A kept report, by the page that shows the live one; its tables where there is no such page. The
 * pages are handed in: they show kept results too, so to know them here would close a circle.
 */
export function RunPage({ pages }: { pages: ReportPages }) {
  const id = Number(useParams().id)
  const { data, error, refetch } = useStaffQuery('/api/staff/report-runs/{run_id}', {
    params: { path: { run_id: id } },
  })
  if (error && !data)
    return (
      <Page title="Festgehaltener Bericht">
        <LoadProblem error={error} onRetry={refetch} />
      </Page>
    )
  if (!data) return <Waiting />
  const { report, title } = data.run
  const Own = pages[report]
  return (
    <KeptReportProvider value={data as KeptReport}>
      <Suspense fallback={<Waiting />}>
        {Own ? <Own /> : <TablesPage name={report} title={title} takes={TAKES} />}
      </Suspense>
    </KeptReportProvider>
  )
}

const TAKES = { period: true, comparison: true, bots: true, filters: true }

function Waiting() {
  return <div className="sheet report-place" style={{ minHeight: 600 }} aria-busy="true" />
}

interface TablesPageProps {
  name: string
  title: string
  takes: ParameterSpec
  linkOf?: LinkOf
}

/** A report whose tables say all there is to say: each with its sentence and its files. */
function TablesPage({ name, title, takes, linkOf }: TablesPageProps) {
  return (
    <AnyReportPage<ReportDocument> name={name} title={title} takes={takes} height={600}>
      {({ tables }) =>
        Object.entries(tables).map(([key, table]) => (
          <ChartFrame key={key} name={key} table={table} {...(linkOf && { linkOf })} />
        ))
      }
    </AnyReportPage>
  )
}
