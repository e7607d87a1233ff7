import { stored, unpacked } from './archive'
import { archiveRefusal, FileRefusal, SENTENCES } from './kinds'

/** A sheet as the text of a file with tabs. */
export interface SheetText {
  name: string
  text: string
  /** Rows with content, the header among them. */
  rows: number
  /** Rows that Excel does not show; they are read like the others. */
  hidden: number
}

/** A cell as the reader of workbooks gives it; of a formula it is the value last computed. */
export type Cell = string | number | boolean | Date | null

/** Unpacked, the parts of a workbook that are read: twenty times what 5,000 rows need. */
const LARGEST_UNPACKED = 64 * 1024 * 1024
const MOST_COLUMNS = 256
const MOST_ROWS = 25_000
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/
const PART = /\.xml(?:\.rels)?$/

/** Every sheet of a workbook that has rows; throws a `FileRefusal`. `numberText` writes numbers. */
export async function sheetTexts(
  bytes: Uint8Array,
  numberText: (value: number) => string,
): Promise<SheetText[]> {
  const parts = await partsOf(bytes)
  const hidden = hiddenBySheet(parts)
  const sheets = await readSheets(stored(parts))
  const found = sheets.map(({ sheet, data }, index) => {
    const rows = (data as Cell[][]).map((cells) => lineOf(cells, numberText))
    const filled = rows.filter((row) => row.trim() !== '').length
    return { name: sheet, text: rows.join('\n'), rows: filled, hidden: hidden[index] ?? 0 }
  })
  const filled = found.filter(({ rows }) => rows > 0)
  if (filled.length === 0) throw new FileRefusal(SENTENCES.empty)
  return filled
}

async function partsOf(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  let parts: Map<string, Uint8Array>
  try {
    parts = await unpacked(bytes, (name) => PART.test(name), LARGEST_UNPACKED)
  } catch (error) {
    throw archiveRefusal(error)
  }
  for (const [name, content] of parts)
    if (SHEET.test(name)) {
      const xml = new TextDecoder().decode(content)
      refuseTooWide(xml)
      refuseUncomputed(xml)
    }
  return parts
}

async function readSheets(archive: ArrayBuffer) {
  const { default: read } = await import('read-excel-file/universal')
  try {
    return await read(archive)
  } catch {
    throw new FileRefusal(SENTENCES.damaged)
  }
}

/**
 * A single cell in the last column makes the reader fill every row up to there, so a sheet's edges
 * are looked at before.
 */
function refuseTooWide(xml: string): void {
  let width = 0
  let height = 0
  for (const [, letters = '', row] of xml.matchAll(
    /<(?:\w+:)?c [^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g,
  )) {
    width = Math.max(width, columnOf(letters))
    height = Math.max(height, Number(row))
  }
  if (width > MOST_COLUMNS) throw new FileRefusal(`Das Blatt hat mehr als ${MOST_COLUMNS} Spalten.`)
  if (height > MOST_ROWS)
    throw new FileRefusal('Das Blatt reicht über mehr als 25.000 Zeilen. Bitte teilen Sie es auf.')
}

/** A formula that was never computed reads as an empty cell: some programs write such ones. */
function refuseUncomputed(xml: string): void {
  for (const [, attributes = '', content = ''] of xml.matchAll(
    /<(?:\w+:)?c\b([^>]*[^>/])>([\s\S]*?)<\/(?:\w+:)?c>/g,
  )) {
    if (/<(?:\w+:)?f[\s>/]/.test(content) && !/<(?:\w+:)?v[\s>/]/.test(content))
      throw new FileRefusal(
        `In der Zelle ${attribute(attributes, 'r')} steht eine Formel ohne Ergebnis. Bitte öffnen Sie die Datei in Excel und speichern Sie sie neu.`,
      )
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** How many rows of each sheet are hidden, in the order in which the workbook lists its sheets. */
function hiddenBySheet(parts: ReadonlyMap<string, Uint8Array>): number[] {
  const textOf = (name: string) => new TextDecoder().decode(parts.get(name))
  const targets = new Map(
    [...textOf('xl/_rels/workbook.xml.rels').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  return [...textOf('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet [^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? ''
    const xml = textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    return [...xml.matchAll(/<(?:\w+:)?row [^>]*?\bhidden="(?:1|true)"/g)].length
  })
}

const attribute = (tag: string, name: string): string =>
  tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? ''

const lineOf = (cells: readonly Cell[], numberText: (value: number) => string): string =>
  cells.map((cell) => quoted(cellText(cell, numberText))).join('\t')

/** Days as `2026-05-31`. */
export function cellText(cell: Cell, numberText: (value: number) => string): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}

/** A break within a cell becomes one that ends no line, so that lines keep the numbers Excel shows. */
function quoted(text: string): string {
  const flat = text.replace(/\r\n|\r|\n/g, '\v')
  return /["\t]/.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat
}
