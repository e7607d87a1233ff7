import type { Answer, PathOf, Schemas } from '@/api/operations'

/** What stands in one place of a table. `null`: cannot be known, which is not 0. */
export type Cell = string | number | boolean | null

/** A row by column names; `<name>_before` is the same measure in the period compared with. */
export type Row = { [column: string]: Cell }

export type ColumnDocument = Schemas['ColumnOut']

export type TableDocument<R extends Row = Row> = Omit<Schemas['AnswerTableOut'], 'rows'> & {
  /** At most 1,000; `total_rows` says how many there are. */
  rows: R[]
}

/** What every report says, live or kept. Of a kept one the document does not say what its cells hold. */
export type ReportDocument = Omit<Schemas['AnswerOut'], 'compared' | 'tables'> & {
  /** The period compared with; `null` without comparison. */
  compared: Schemas['ComparedOut'] | null
  tables: Record<string, TableDocument>
}

type Reports = {
  [P in PathOf<'get'> as P extends `/api/staff/reports/${infer N}`
    ? Exclude<N, `${string}/${string}`>
    : never]: Answer<'get', P>
}

/** The reports of the server by name, such as `overview`, and what each answers. */
export type ReportName = keyof Reports
export type ReportOf<N extends ReportName> = Reports[N]
