import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { StateMark } from '@/ui/fields/StateMark'
import { Icon } from '@/ui/page/Icon'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { metricPath } from '../../metrics/metric'
import type { Cell, ColumnDocument, Row, TableDocument } from '../document'
import { ChangeMark } from './ChangeMark'
import { formatCell, isMeasure, NO_COSTS, UNKNOWN } from './kinds'
import { unripeSentence } from './ripeness'
import { nextOrder, type Order, sortedRows } from './sorting'

/** Where a value leads, such as from a number of reservations to these reservations. */
export type LinkOf<R extends Row = Row> = (column: string, row: R) => string | null

interface ReportTableProps<R extends Row> {
  table: TableDocument<R>
  linkOf?: LinkOf<R> | undefined
  /** Columns left out on the screen; files have them. */
  without?: readonly string[]
  /** When the rows are from, where they are of days: that day is not over. */
  today?: string | undefined
}

/** More rows than this are shown when the user asks for them. */
const MOST_AT_ONCE = 100

/** Any table of a report: formatted by the kinds of its columns, sorted here, explained below. */
export function ReportTable<R extends Row>({
  table,
  linkOf,
  without = [],
  today,
}: ReportTableProps<R>) {
  const [order, setOrder] = useState<Order | null>(null)
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const sorted = useMemo(() => sortedRows(table.rows, order), [table.rows, order])
  const rows = isWhole ? sorted : sorted.slice(0, MOST_AT_ONCE)
  const columns = shownColumns(table.columns, without)
  if (rows.length === 0) return <p className="muted flush">In diesem Zeitraum gibt es nichts.</p>
  return (
    <>
      <ScrollRegion label={`Tabelle: ${table.title}`}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHead
                  key={column.name}
                  column={column}
                  order={order}
                  meaningId={`${id}-${column.name}`}
                  onOrder={() => setOrder(nextOrder(order, column.name, isMeasure(column.kind)))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <TableRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
                key={index}
                row={row}
                columns={columns}
                linkOf={linkOf}
                isRunning={today !== undefined && row.day === today}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Foot
        table={table}
        columns={columns}
        id={id}
        shown={rows.length}
        onAll={() => setWhole(true)}
      />
    </>
  )
}

/** Measures of the period compared with stand below their measure, not beside it. */
export function shownColumns(columns: readonly ColumnDocument[], without: readonly string[] = []) {
  const names = new Set(columns.map(({ name }) => name))
  return columns.filter(
    ({ name }) =>
      !without.includes(name) && !(name.endsWith('_before') && names.has(name.slice(0, -7))),
  )
}

interface ColumnHeadProps {
  column: ColumnDocument
  order: Order | null
  meaningId: string
  onOrder: () => void
}

function ColumnHead({ column, order, meaningId, onOrder }: ColumnHeadProps) {
  const isSorted = order?.column === column.name
  const direction = order?.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      className={isMeasure(column.kind) ? 'number-column' : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <button
        type="button"
        className="sorting"
        aria-describedby={meaningId}
        title={column.meaning}
        onClick={onOrder}
      >
        {column.label}
        {isSorted && <Icon name={order.isDescending ? 'down' : 'up'} size={16} />}
      </button>
    </th>
  )
}

interface TableRowProps<R extends Row> {
  row: R
  columns: readonly ColumnDocument[]
  linkOf: LinkOf<R> | undefined
  isRunning: boolean
}

function TableRow<R extends Row>({ row, columns, linkOf, isRunning }: TableRowProps<R>) {
  return (
    <tr>
      {columns.map(({ name, kind, ripe_on }) => (
        <td key={name} className={cellClass(kind)}>
          <span className={kind === 'text' ? 'word' : undefined}>
            <Value
              kind={kind}
              value={row[name]}
              to={linkOf?.(name, row) ?? null}
              unknown={name === 'cost_cents' ? NO_COSTS : 'nicht bekannt'}
            />
          </span>
          {isRunning && name === 'day' && <span className="movement">läuft noch</span>}
          <ChangeMark
            isRunning={isRunning}
            kind={kind}
            value={row[name]}
            before={row[`${name}_before`]}
            ripeOn={ripe_on}
          />
        </td>
      ))}
    </tr>
  )
}

/** Long words may break the line; days and names of states stay whole. */
function cellClass(kind: string): string | undefined {
  if (isMeasure(kind)) return 'number-column'
  return kind === 'text' ? 'wrapping' : undefined
}

interface ValueProps {
  kind: string
  value: Cell | undefined
  to: string | null
  /** What a dash means, for those who do not see it. */
  unknown: string
}

function Value({ kind, value, to, unknown }: ValueProps) {
  const words = formatCell(kind, value)
  if (kind === 'state' && typeof value === 'string') return <StateMark state={value} />
  if (words === UNKNOWN)
    return (
      <>
        <span aria-hidden="true" title={unknown}>
          {UNKNOWN}
        </span>
        <span className="visually-hidden">{unknown}</span>
      </>
    )
  return to ? <Link to={to}>{words}</Link> : words
}

interface FootProps {
  table: TableDocument
  columns: readonly ColumnDocument[]
  id: string
  shown: number
  onAll: () => void
}

/** How much of it is shown, and what each column means; heads refer to that. */
function Foot({ table, columns, id, shown, onAll }: FootProps) {
  const { rows, total_rows, title } = table
  return (
    <div className="table-foot">
      {total_rows > shown && (
        <p className="tiny muted flush">
          {formatNumber(shown)} von {formatNumber(total_rows)}, alle in der Datei.{' '}
          {rows.length > shown && (
            <button type="button" className="text-button no-print" onClick={onAll}>
              {formatNumber(rows.length)} zeigen
            </button>
          )}
        </p>
      )}
      <details className="disclosure">
        <summary>
          Woher kommen diese Zahlen?<span className="visually-hidden"> {title}</span>
        </summary>
        <dl className="pairs">
          {columns.map(({ name, label, meaning, ripe_on, metric }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd id={`${id}-${name}`}>
                {meaning}
                {ripe_on && ` ${unripeSentence(ripe_on)}`}
                {metric && <MetricName name={metric} />}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

/** Which definition a figure follows; it leads there. */
function MetricName({ name }: { name: string }) {
  return (
    <small>
      Kennzahl <Link to={metricPath(name)}>{name}</Link>
    </small>
  )
}
