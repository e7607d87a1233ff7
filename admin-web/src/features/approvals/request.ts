import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { operationLabel } from '@/lib/operationWords'

export type OperationRequest = Schemas['OperationRequestOut']

/** What a decision makes the console read again. */
export const RENEWED = ['operation-requests', 'today', 'reservations', 'mails', 'parks'] as const

/** „Vertrag eintragen: 87 Reservierungen“. */
export const titleOf = ({ name, count }: Pick<OperationRequest, 'name' | 'count'>): string =>
  `${operationLabel(name)}: ${formatNumber(count)} Reservierungen`

/** Who asked or decided; an account that is gone has no name. */
export const personOf = (name: string | null): string => name ?? 'ein früheres Konto'

/** What became of a request, in a sentence. */
export function settledWords(request: OperationRequest): string {
  const { state, done, count, decided_by_name, decision_reason } = request
  if (state === 'expired') return 'Nach 24 Stunden ohne Freigabe verfallen. Es wurde nichts getan.'
  const who = personOf(decided_by_name)
  if (state === 'refused') return `Nicht freigegeben von ${who}: ${decision_reason}`
  const all = done === count ? 'Alle' : `${formatNumber(done)} von ${formatNumber(count)}`
  return `Freigegeben von ${who}. ${all} erledigt.`
}
