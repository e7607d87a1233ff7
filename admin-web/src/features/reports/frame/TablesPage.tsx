import { ChartFrame } from './ChartFrame'
import type { ReportDocument } from './document'
import type { ParameterSpec } from './parameters/parameters'
import { AnyReportPage } from './ReportPage'
import type { LinkOf } from './tables/ReportTable'

interface TablesPageProps {
  name: string
  title: string
  takes: ParameterSpec
  linkOf?: LinkOf
}

/** A report whose tables say all there is to say: each with its sentence and its files. */
export function TablesPage({ name, title, takes, linkOf }: TablesPageProps) {
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
