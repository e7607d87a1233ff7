import { counted, formatNumber } from '@/lib/format'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { Section } from '@/ui/page/Section'
import type { Cell, ColumnDocument } from '../frame/document'
import { ChangeMark } from '../frame/tables/ChangeMark'
import { changeOf } from '../frame/tables/changes'
import { formatCell, isMeasure, UNKNOWN } from '../frame/tables/kinds'
import { cell, type FigureChange, type RowChange, type TableChanges } from './run'

type Columns = ReadonlyMap<string, ColumnDocument>

/** What differs in a table: its sums first, then row by row, old beside new. */
export function DifferingTable({ table }: { table: TableChanges }) {
  const columns: Columns = new Map(table.columns.map((column) => [column.name, column]))
  const keys = Object.keys(table.rows[0]?.key ?? {})
  const title = `${table.title}: ${rowsWords(table.total_rows)}`
  return (
    <Section title={title}>
      {table.sums.length > 0 && <Sums sums={table.sums} columns={columns} />}
      <ScrollRegion label={`Tabelle: ${table.title}, vorher und nachher`}>
        <table className="before-after" data-labelled={keys.length > 0 || undefined}>
          <thead>
            <tr>
              {keys.map((key) => (
                <th key={key} scope="col">
                  {columns.get(key)?.label ?? key}
                </th>
              ))}
              <th scope="col">Angabe</th>
              <th scope="col" className="number-column">
                Vorher
              </th>
              <th scope="col" className="number-column">
                Nachher
              </th>
              <th scope="col" className="number-column">
                Unterschied
              </th>
            </tr>
          </thead>
          {table.rows.map((row) => (
            <ChangedRow key={JSON.stringify(row.key)} row={row} keys={keys} columns={columns} />
          ))}
        </table>
      </ScrollRegion>
      {table.total_rows > table.rows.length && (
        <p className="tiny muted flush">
          {formatNumber(table.rows.length)} von {formatNumber(table.total_rows)} Zeilen.
        </p>
      )}
    </Section>
  )
}

const rowsWords = (count: number): string =>
  counted(count, 'eine Zeile ist anders', 'Zeilen sind anders')

function Sums({ sums, columns }: { sums: readonly FigureChange[]; columns: Columns }) {
  return (
    <dl className="sums">
      {sums.map(({ column, before, after }) => {
        const { kind, label } = columns.get(column) ?? NAMELESS
        return (
          <div key={column}>
            <dt>{label}, Summe</dt>
            <dd className="tabular">
              {formatCell(kind, before)} → <b>{formatCell(kind, after)}</b>{' '}
              <ChangeMark kind={kind} value={cell(after)} before={cell(before)} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const NAMELESS = { kind: 'text', label: '' } as const

interface ChangedRowProps {
  row: RowChange
  keys: readonly string[]
  columns: Columns
}

/** One row of the report: its name once, a line for each figure that differs. */
function ChangedRow({ row, keys, columns }: ChangedRowProps) {
  const told = row.change === 'changed' ? row.figures : row.figures.filter(isOwn)
  const figures = told.length > 0 ? told : [null]
  return (
    <tbody>
      {figures.map((figure, place) => (
        <tr key={figure?.column ?? ''}>
          {place === 0 &&
            keys.map((key, index) => (
              <th key={key} scope="rowgroup" rowSpan={figures.length} className="wrapping">
                {formatCell(columns.get(key)?.kind ?? 'text', row.key[key])}
                {index === keys.length - 1 && row.change !== 'changed' && (
                  <small>{row.change === 'added' ? 'neu' : 'nicht mehr da'}</small>
                )}
              </th>
            ))}
          <Figure figure={figure} columns={columns} />
        </tr>
      ))}
    </tbody>
  )
}

/** Of a row that is new or gone nothing but what it says itself: no zeros, no period compared with. */
const isOwn = ({ column, before, after }: FigureChange): boolean =>
  !column.endsWith('_before') && Boolean(before ?? after)

function Figure({ figure, columns }: { figure: FigureChange | null; columns: Columns }) {
  if (!figure) return <td colSpan={4} />
  const { kind, label } = columns.get(figure.column) ?? NAMELESS
  const place = isMeasure(kind) ? 'number-column' : 'number-column wrapping'
  return (
    <>
      <td className="wrapping">{label}</td>
      <td className={place}>
        <Value words={formatCell(kind, figure.before)} value={cell(figure.before)} />
      </td>
      <td className={`${place} now`}>
        <Value words={formatCell(kind, figure.after)} value={cell(figure.after)} />
      </td>
      <td className="number-column">{differenceWords(kind, figure)}</td>
    </>
  )
}

/** „+50,00 €“, „−3“; shares differ by points. Nothing where there is no number on both sides. */
function differenceWords(kind: string, { before, after }: FigureChange): string {
  if (!isMeasure(kind) || typeof before !== 'number' || typeof after !== 'number') return ''
  if (kind === 'share_ppm') return changeOf(kind, after, before)?.words ?? ''
  return `${after < before ? '−' : '+'}${formatCell(kind, Math.abs(after - before))}`
}

function Value({ words, value }: { words: string; value: Cell }) {
  if (value !== null) return words
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="visually-hidden">nicht da</span>
    </>
  )
}
