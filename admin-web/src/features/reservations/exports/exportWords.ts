import { counted } from '@/lib/format'

/** What an export gives: „316 Zeilen exportieren“; without a number as long as it is not known. */
export function exportWords(rows: number | null | undefined): string {
  if (rows === null || rows === undefined) return 'Liste exportieren'
  return counted(rows, '1 Zeile exportieren', 'Zeilen exportieren')
}
