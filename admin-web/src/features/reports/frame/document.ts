import type { ReportStand } from '@/ui/fields/AsOf'

/** What stands in one place of a table. `null`: cannot be known, which is not 0. */
export type Cell = string | number | boolean | null

/** A row by column names; `<name>_before` is the same measure in the period compared with. */
export type Row = { [column: string]: Cell }

export interface ColumnDocument {
  name: string
  /** One of `kinds.ts`. */
  kind: string
  label: string
  /** Where the number comes from, in one sentence. */
  meaning: string
  /** Contracts take weeks: from this day on it can be compared, where that is still to come. */
  ripe_on?: string | null
}

export interface TableDocument<R extends Row = Row> {
  title: string
  /** What the table says. */
  sentence: string
  /** Of all there are; `rows` has at most 1,000 of them. */
  total_rows: number
  columns: ColumnDocument[]
  rows: R[]
}

/** The answer of `GET /api/staff/reports/<name>`. */
export interface ReportDocument {
  report: string
  title: string
  question: string
  parameters: Record<string, unknown>
  /** The period compared with; `null` without comparison. */
  compared: { from: string; to: string } | null
  stand: ReportStand
  tables: Record<string, TableDocument>
}

/** A report whose tables are known by name: `ReportOf<{ days: DaysRow; totals: TotalsRow }>`. */
export type ReportOf<Tables extends Record<string, Row>> = Omit<ReportDocument, 'tables'> & {
  tables: { [name in keyof Tables]: TableDocument<Tables[name]> }
}
