import { formatNumber } from '@/lib/format'
import { decoded } from './decoded'
import { FileRefusal, kindOf, SENTENCES } from './kinds'
import { type SheetText, sheetTexts } from './spreadsheet'

/** A file as the server gets it: its sheets, one for a text, and how they were read. */
export interface TableFile {
  name: string
  encoding: string
  sheets: readonly SheetText[]
}

interface ReadOptions {
  /** Bytes. */
  largest: number
  /** Writes a number of a workbook. */
  numberText: (value: number) => string
}

const MEGABYTE = 1024 * 1024

/** Reads a chosen file; throws a `FileRefusal`, whose message is the sentence for people. */
export async function readTableFile(file: File, options: ReadOptions): Promise<TableFile> {
  const { largest, numberText } = options
  if (file.size > largest)
    throw new FileRefusal(
      `Die Datei ist größer als ${formatNumber(largest / MEGABYTE)} MB. Bitte teilen Sie sie auf.`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = file
  if (kindOf(bytes) === 'workbook')
    return { name, encoding: 'Excel', sheets: await sheetTexts(bytes, numberText) }
  const { text, encoding } = decoded(bytes.buffer)
  if (!text.trim()) throw new FileRefusal(SENTENCES.empty)
  const rows = text.trimEnd().split(/\r\n|\r|\n/).length
  return { name, encoding, sheets: [{ name: '', text, rows, hidden: 0 }] }
}

/** The sentence for a file that could not be read. */
export const refusalWords = (error: unknown): string =>
  error instanceof FileRefusal ? error.message : SENTENCES.damaged
