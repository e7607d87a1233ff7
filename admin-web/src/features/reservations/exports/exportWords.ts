import { formatNumber } from '@/lib/format'

/** What an export gives: „316 Zeilen exportieren“; without a number as long as it is not known. */
export function exportWords(rows: number | null | undefined): string {
  if (rows === null || rows === undefined) return 'Liste exportieren'
  return rows === 1 ? '1 Zeile exportieren' : `${formatNumber(rows)} Zeilen exportieren`
}
