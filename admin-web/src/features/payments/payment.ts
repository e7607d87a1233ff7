import type { Schemas } from '@/api/operations'
import { counted, formatMoney } from '@/lib/format'

export type Run = Schemas['BankRunRowOut']
export type RunLine = Schemas['BankLineOut']
export type Movement = Schemas['StatementLineOut']
export type Returned = Schemas['ReturnOut']
export type OpenItem = Schemas['OpenItemOut']

/** What money that moves changes elsewhere. */
export const RENEWED = ['bank', 'contracts', 'reservations', 'today', 'work-lines'] as const

export const KINDS: Record<Run['kind'], string> = {
  debit: 'Lastschriften',
  refund: 'Überweisungen',
}

export const STATES: Record<Run['state'], string> = {
  drafted: 'Entwurf',
  released: 'Freigegeben',
  sent: 'Bei der Bank',
  discarded: 'Verworfen',
}

/** What a movement of our account is. */
export const FINDINGS: Record<Movement['finding'], string> = {
  collected: 'Lastschriften eingezogen',
  returned: 'Lastschrift zurückgegeben',
  paid: 'Zahlung',
  refunded: 'Erstattung',
  refund_returned: 'Erstattung kam zurück',
  unallocated: 'noch ohne Vertrag',
  send_back: 'wird zurücküberwiesen',
  sent_back: 'zurücküberwiesen',
  fee: 'Gebühr der Bank',
}

/** „12 Posten, zusammen 1.234,00 €“. */
export const sumWords = (lines: number, cents: number): string =>
  `${counted(lines, 'Ein Posten', 'Posten')}, zusammen ${formatMoney(cents)}`

/** What booking a statement would do: „2 × Zahlung, 1 × noch ohne Vertrag. 3 sind schon gebucht.“ */
export function statementWords(seen: Schemas['StatementPreviewOut']): string {
  if (seen.is_known) return 'Diese Datei ist schon gebucht.'
  const fresh = Object.entries(seen.findings)
    .filter(([, count]) => count > 0)
    .map(([finding, count]) => `${count} × ${FINDINGS[finding as Movement['finding']]}`)
  const known = counted(seen.known, 'Eine Bewegung ist', 'Bewegungen sind')
  return [
    fresh.length ? `${fresh.join(', ')}.` : 'Nichts Neues.',
    seen.known > 0 && `${known} schon gebucht.`,
  ]
    .filter(Boolean)
    .join(' ')
}
