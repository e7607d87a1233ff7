/** Files of the table in `tests/golden/list_files.json`, made as it describes them. */
import { repositoryFile } from '../../repository'
import { archive, type Part, textCell, workbook } from './workbook'

type CellOf = string | { day: number } | { formula: string; value: string }
type RowOf = string | readonly CellOf[]

export interface ListFile {
  what: string
  name?: string
  /** A template: `tests/services/reservations/test_list_files.py` says how to read it. */
  text?: string
  encoding?: 'utf-8-mark' | 'utf-16le' | 'utf-16le-mark' | 'utf-16be-mark' | 'windows-1252'
  delimiter?: string
  /** Bytes, and wide letters behind them. */
  hex?: string
  more?: string
  archive?: Record<string, string>
  /** Sheets with their rows. A cell that begins with `#` holds a number. */
  workbook?: Record<string, readonly RowOf[]>
  parts?: Record<string, string>
  bomb?: { megabytes: number; claimed?: number }
  /** The XML of the only sheet, where no program would write it. */
  sheet?: string
  /** The address of the only cell. */
  cell?: string
  dimension?: string
  merged?: readonly string[]
  /** Only so many bytes of the file arrived. */
  cut?: number
  encrypted?: boolean
  /** Why the browser refuses it. */
  refused?: string
  /** Which encoding the browser tells, and the template of the text it sends where that is not `text`. */
  read?: string
  sent?: string
}

interface Table {
  header: readonly string[]
  row: readonly string[]
  files: readonly ListFile[]
}

const table = JSON.parse(repositoryFile('tests/golden/list_files.json')) as Table
export const LIST_FILES = table.files

/** The text that a template stands for. */
export function expanded(template: string, delimiter = ';'): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell) =>
        cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell,
      )
      .join(delimiter)
  return template
    .replace(/\{(x;?)\*(\d+)\}/g, (_, what: string, times: string) => what.repeat(Number(times)))
    .replace(/\{([HA])(?:\*(\d+))?(?: ([^}]*))?\}/g, (_, what, times, changes) => {
      if (what === 'H') return line(table.header)
      const row = line(annaWith(changes))
      return times ? `${row}\r\n`.repeat(Number(times)) : row
    })
}

/** Anna's cells with others in place of some: `PLZ=1067&Ort=Riesa`. */
function annaWith(changes: string | undefined): string[] {
  const pairs = (changes ?? '').split('&').map((change) => change.split(/=(.*)/s))
  const other = new Map(pairs.map(([name, value]) => [name, value ?? '']))
  return table.header.map((name, place) => other.get(name) ?? table.row[place] ?? '')
}

export function bytesOf(file: ListFile): Uint8Array<ArrayBuffer> {
  const bytes = whole(file)
  return file.cut ? bytes.slice(0, file.cut) : bytes
}

function whole(file: ListFile): Uint8Array<ArrayBuffer> {
  if (file.hex !== undefined)
    return new Uint8Array([
      ...Buffer.from(file.hex, 'hex'),
      ...Buffer.from(file.more ?? '', 'utf16le'),
    ])
  if (file.archive) return archive(partsOf(file.archive))
  if (file.workbook) return archive(workbookParts(file))
  return encoded(expanded(file.text ?? '', file.delimiter), file.encoding)
}

function encoded(text: string, encoding: ListFile['encoding']): Uint8Array<ArrayBuffer> {
  // Node reads the bytes from 80 to 9f as control characters, which no browser does; the table has none.
  if (encoding === 'windows-1252') return new Uint8Array(Buffer.from(text, 'latin1'))
  if (encoding === undefined) return new Uint8Array(Buffer.from(text))
  const marked = encoding.endsWith('-mark') ? `\ufeff${text}` : text
  if (encoding === 'utf-8-mark') return new Uint8Array(Buffer.from(marked))
  const wide = Buffer.from(marked, 'utf16le')
  return new Uint8Array(encoding.startsWith('utf-16be') ? wide.swap16() : wide)
}

const partsOf = (contents: Record<string, string>): Part[] =>
  Object.entries(contents).map(([name, content]) => ({ name, content }))

function workbookParts(file: ListFile): Part[] {
  const sheets = Object.entries(file.workbook ?? {}).map(([name, rows]) => [name, rowsXml(rows)])
  const alone =
    file.cell && `<row r="${file.cell.replace(/\D/g, '')}">${textCell(file.cell, 'x')}</row>`
  const content = alone ? { Liste: alone } : Object.fromEntries(sheets)
  const made = workbook(content).map((part) => (isSheet(part) ? outlined(part, file) : part))
  const bomb = file.bomb && {
    name: 'xl/bomb.xml',
    content: new Uint8Array(file.bomb.megabytes * 1024 * 1024),
    ...(file.bomb.claimed && { claimed: file.bomb.claimed }),
  }
  const all = [...made, STYLES, ...partsOf(file.parts ?? {}), ...(bomb ? [bomb] : [])]
  return file.encrypted ? all.map((part) => ({ ...part, isEncrypted: true })) : all
}

const isSheet = ({ name }: Part): boolean => name.startsWith('xl/worksheets/')

/** A sheet with the size it claims and its merged cells, or as no program would write it. */
function outlined(part: Part, { sheet, dimension, merged }: ListFile): Part {
  if (sheet !== undefined) return { ...part, content: sheet }
  const areas = (merged ?? []).map((area) => `<mergeCell ref="${area}"/>`).join('')
  const content = String(part.content)
    .replace('<sheetData>', `${dimension ? `<dimension ref="${dimension}"/>` : ''}<sheetData>`)
    .replace('</sheetData>', `</sheetData>${areas && `<mergeCells>${areas}</mergeCells>`}`)
  return { ...part, content }
}

/** The second style is that of a day. */
const STYLES: Part = {
  name: 'xl/styles.xml',
  content:
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
}

const rowsXml = (rows: readonly RowOf[]): string =>
  rows
    .map((row, at) => {
      const cells = (typeof row === 'string' ? [row] : row).flatMap(cellsOf)
      const xml = cells.map((cell, place) => cellXml(cell, `${letters(place)}${at + 1}`))
      return `<row r="${at + 1}">${xml.join('')}</row>`
    })
    .join('')

function cellsOf(cell: CellOf): CellOf[] {
  if (cell === 'H') return [...table.header]
  if (typeof cell === 'string' && /^A(?: |$)/.test(cell)) return annaWith(cell.slice(2))
  return [cell]
}

function cellXml(cell: CellOf, address: string): string {
  if (typeof cell !== 'string')
    return 'day' in cell
      ? `<c r="${address}" s="1"><v>${cell.day}</v></c>`
      : `<c r="${address}" t="str"><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`
  return cell.startsWith('#')
    ? `<c r="${address}"><v>${cell.slice(1)}</v></c>`
    : textCell(address, escaped(cell))
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const letters = (place: number): string => String.fromCharCode(65 + place)
