import { type ReactNode, useRef, useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { Section } from '@/ui/page/Section'
import { DownloadMenu } from './DownloadMenu'
import type { Row, TableDocument } from './document'
import { useShownReport } from './reportContext'
import { type LinkOf, ReportTable } from './tables/ReportTable'

interface ChartFrameProps<R extends Row> {
  /** The table's name in the report. */
  name: string
  table: TableDocument<R>
  /** The picture: `<Drawing>`s. Without one the table stands in its place. */
  children?: ReactNode
  linkOf?: LinkOf<R>
  without?: readonly string[]
  /** Where the report's own title says too little. */
  title?: string
  /** Below the sentence: choices that change the picture alone. */
  choices?: ReactNode
  /** Where the table says more than the picture: it is not folded away. */
  isTableOpen?: boolean
  /** The picture is a table with drawings in it: there is none to save. */
  isTable?: boolean
}

/** A picture with what it says in a sentence, its table, and its files. */
export function ChartFrame<R extends Row>({ name, table, children, ...props }: ChartFrameProps<R>) {
  const frame = useRef<HTMLDivElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const { report, query } = useShownReport()
  const title = props.title ?? table.title
  const today = name === 'days' ? berlinDay(new Date(report.stand.at)) : undefined
  const rows = (
    <ReportTable table={table} linkOf={props.linkOf} without={props.without ?? []} today={today} />
  )
  return (
    <Section
      title={title}
      action={
        <DownloadMenu
          title={title}
          address={`${report.report}/files/${name}`}
          query={query}
          stand={report.stand}
          picture={children && !props.isTable ? frame : null}
        />
      }
    >
      <div className="figure" ref={frame}>
        {table.sentence && <p className="flush">{table.sentence}</p>}
        {props.choices}
        {children}
        {children && !props.isTableOpen ? (
          <details
            className="disclosure"
            onToggle={(event) => setUnfolded(event.currentTarget.open)}
          >
            <summary>
              Als Tabelle<span className="visually-hidden">: {title}</span>
            </summary>
            {/* Two thirds of a page would be cells that nobody looks at, drawn anew at each key. */}
            {isUnfolded && rows}
          </details>
        ) : (
          rows
        )}
      </div>
    </Section>
  )
}
