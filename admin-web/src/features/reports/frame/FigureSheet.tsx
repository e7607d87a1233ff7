import { type ReactNode, useId } from 'react'
import { DownloadMenu } from './DownloadMenu'
import type { Row, TableDocument } from './document'
import { useShownReport } from './reportContext'

interface FigureSheetProps {
  /** The table `totals` of the report. */
  table: TableDocument<Row>
  /** Below the sentence, before the list of figures. */
  children: ReactNode
}

/** The sheet of a report's large figures: its title, its files, its sentence. */
export function FigureSheet({ table, children }: FigureSheetProps) {
  const id = useId()
  const { report, query } = useShownReport()
  return (
    <section className="sheet large-figures" aria-labelledby={id}>
      <div className="sheet-head">
        <h2 id={id}>{table.title}</h2>
        <DownloadMenu
          title={table.title}
          address={`${report.report}/files/totals`}
          query={query}
          stand={report.stand}
          picture={null}
        />
      </div>
      {table.sentence && <p className="flush">{table.sentence}</p>}
      {children}
    </section>
  )
}
