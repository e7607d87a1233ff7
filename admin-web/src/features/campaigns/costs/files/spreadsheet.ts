import type { DecodedText } from './decoded'

export const isSpreadsheet = (name: string): boolean => /\.xlsx$/i.test(name)

/** Old Excel files, which no reader here understands. */
export const isOldSpreadsheet = (name: string): boolean => /\.xls$/i.test(name)

/** The first sheet that has rows, as the text of a file with tabs. Throws where it is no Excel file. */
export async function spreadsheetText(file: File): Promise<DecodedText> {
  const { default: readSheets } = await import('read-excel-file/universal')
  const sheets = await readSheets(file)
  const filled = sheets.find(({ data }) => data.length > 0)
  const rows = (filled?.data ?? []) as readonly (readonly Cell[])[]
  return { text: rows.map(lineOf).join('\n'), encoding: 'Excel' }
}

type Cell = string | number | boolean | Date | null

const lineOf = (cells: readonly Cell[]): string => cells.map(cellText).map(quoted).join('\t')

/**
 * Days as `2026-05-31`. Numbers with a point and never with three decimals: `1.234` could be a
 * thousand and more, `1.2340` could not.
 */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell !== 'number') return String(cell)
  return Number.isInteger(cell * 100) || cell === Number(cell.toFixed(2))
    ? cell.toFixed(2)
    : cell.toFixed(6)
}

const quoted = (text: string): string =>
  /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
