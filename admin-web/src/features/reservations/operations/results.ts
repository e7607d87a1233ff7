import { stateWords } from '@/lib/states'
import type { OperationRow } from '../types'

/** What became of one row, in words. */
export function resultWords({ outcome, state, detail }: OperationRow): string {
  if (outcome !== 'done') return detail ?? 'Abgelehnt'
  return state ? `Erledigt, Stand: ${stateWords(state)}` : 'Erledigt'
}

/** The results as text, a line each, for a mail or a note. */
export function resultText(rows: readonly OperationRow[]): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.reference ?? '',
      row.outcome === 'done' ? 'erledigt' : 'abgelehnt',
      resultWords(row),
    ].join('\t'),
  )
  return `${['Haushalt\tReferenz\tErgebnis\tErläuterung', ...lines].join('\r\n')}\r\n`
}

/** Hands a text to the browser as a file. */
export function saveText(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
