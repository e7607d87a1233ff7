import { formatNumber } from '@/lib/format'
import { Section } from '@/ui/page/Section'
import { DownloadMenu } from '../frame/DownloadMenu'
import type { Row } from '../frame/document'
import { useShownReport } from '../frame/reportContext'
import { ReportTable } from '../frame/tables/ReportTable'
import type { CreditReport } from './credits'

/** More rows than this are for files, or for a chosen package and plan. */
const MOST_ROWS = 480

/** The months of each package and plan: a table that is long, so it shows itself when it is narrowed. */
export function PackageMonths({ table }: { table: CreditReport['tables']['package_months'] }) {
  const { report, query } = useShownReport()
  return (
    <Section
      title={table.title}
      action={
        <DownloadMenu
          title={table.title}
          address={`${report.report}/files/package_months`}
          query={query}
          stand={report.stand}
          picture={null}
        />
      }
    >
      <div className="figure">
        <p className="flush">{table.sentence}</p>
        {table.total_rows > MOST_ROWS ? (
          <p className="muted flush">
            Das sind {formatNumber(table.total_rows)} Zeilen. Wählen Sie oben ein Paket und eine
            Zahlweise, um sie hier zu sehen, oder laden Sie alle herunter.
          </p>
        ) : (
          <details className="disclosure">
            <summary>
              Als Tabelle<span className="visually-hidden">: {table.title}</span>
            </summary>
            <ReportTable<Row> table={table} />
          </details>
        )}
      </div>
    </Section>
  )
}
