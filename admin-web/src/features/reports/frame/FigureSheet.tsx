import { type ReactNode, useId } from 'react'
import { DownloadMenu } from './DownloadMenu'
import type { Row, TableDocument } from './document'
import { useShownReport } from './reportContext'

interface FigureSheetProps {
  /** The table `totals` of the report. */
  table: TableDocument<Row>
  /** Below the sentence, before the list of figures. */
  children: ReactNode
  /** The sentence is the heading: the figures below only draw what it says. */
  isHeadedBySentence?: boolean
  className?: string
}

/** The sheet of a report's large figures: its title, its files, its sentence. */
export function FigureSheet({ table, children, ...look }: FigureSheetProps) {
  const { isHeadedBySentence = false, className = 'large-figures' } = look
  const id = useId()
  const { report, query } = useShownReport()
  return (
    <section className={`sheet ${className}`} aria-labelledby={id}>
      <div className="sheet-head">
        <h2 id={id}>{isHeadedBySentence ? table.sentence : table.title}</h2>
        <DownloadMenu
          title={table.title}
          address={`${report.report}/files/totals`}
          query={query}
          stand={report.stand}
          picture={null}
        />
      </div>
      {table.sentence && !isHeadedBySentence && <p className="flush">{table.sentence}</p>}
      {children}
    </section>
  )
}
