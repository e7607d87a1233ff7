import type { Schemas } from '@/api/operations'
import { formatDay, formatMoney } from '@/lib/format'

export type Contract = Schemas['DeskContractOut']
export type Claim = Contract['plan'][number]
export type Offer = NonNullable<Schemas['ReservationContractsOut']['offer']>

/** What an order or a decision about it changes elsewhere. */
export const RENEWED = ['reservations', 'contracts', 'work-lines', 'today', 'mails'] as const

/** „online“, „per Brief vom 02.11.2026“. */
export function cameWords({ signed_by, received_on }: Contract): string {
  if (signed_by === 'online') return 'online'
  const on = received_on ? formatDay(received_on) : ''
  return signed_by === 'letter' ? `per Brief vom ${on}` : `am Telefon, ${on}`
}

/** „24 Raten, zusammen 1.377,00 €“. */
export const priceWords = ({ months, total_cents }: Contract): string =>
  months ? `${months} Raten, zusammen ${formatMoney(total_cents)}` : formatMoney(total_cents)

const PURPOSES = {
  setup: 'Einrichtung',
  price: 'Paketpreis',
  instalment: 'Rate',
  rest: 'Rest der Raten, auf einmal',
} as const

/** „Rate 3“. */
export const claimWords = ({ purpose, number }: Claim): string =>
  [PURPOSES[purpose], number || ''].join(' ').trim()

export const isLate = ({ due, open_cents }: Claim, today: string): boolean =>
  due !== null && due < today && open_cents > 0

/** How something comes that staff enter. */
export const CHANNELS = [
  { name: 'letter', label: 'Brief' },
  { name: 'telephone', label: 'Telefon' },
] as const
