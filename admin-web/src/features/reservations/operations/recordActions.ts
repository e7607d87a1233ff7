import { operationLabel } from '@/lib/operationWords'
import type { RecordAction } from '@/ui/palette/recordActions'
import type { Reservation } from '../types'

/** Begins with the name among the facts, the one that is corrected most. */
export const EDIT = 'name'
/** Opens a new message to the household. */
export const WRITE = 'write'
const ALWAYS = ['set_follow_up', 'add_tag']
/** These begin elsewhere: with the tag or the pair they are about. */
const NEVER = new Set([...ALWAYS, 'remove_tag', 'merge'])

const LATER = [
  'invite',
  'contract',
  'activate',
  'end',
  'cancel',
  'expire',
  'withdraw',
  'refund_deposit',
  'fail_deposit',
  'waive_deposit',
  'change_share',
  'move_spot',
  'reopen',
]
const BY_HAND: RecordAction[] = [
  { name: EDIT, label: 'Angaben ändern' },
  { name: WRITE, label: 'Nachricht schreiben' },
]

/** Whatever a clerk can begin with some reservation, for who names it before the household. */
export const BEGUN: readonly RecordAction[] = [
  ...BY_HAND,
  ...[...ALWAYS, ...LATER].map((name) => ({ name, label: operationLabel(name) })),
]

/** What a clerk can do with a reservation now, the everyday first. */
export function actionsOf(record: Reservation): RecordAction[] {
  const offered = (name: string) =>
    record.operations.some((one) => one.name === name && one.allowed)
  const others = record.operations.filter(({ name, allowed }) => allowed && !NEVER.has(name))
  return [
    ...(record.erased_at ? [] : BY_HAND),
    ...[
      ...ALWAYS.filter(offered),
      ...others.filter((one) => isOfUse(one.name, record)).map(nameOf),
      ...correctionsOf(record),
    ].map((name) => ({ name, label: operationLabel(name) })),
  ]
}

/** Another share, another place, or the way back to one. */
export function correctionsOf(record: Reservation): string[] {
  return record.corrections
    .filter(
      ({ name, allowed }) => allowed && !(name === 'reopen' && record.merged_into_id !== null),
    )
    .map(nameOf)
}

/** Why something of `BEGUN` cannot be begun now; `undefined` where it can. */
export function refusalOf(record: Reservation, name: string): string | undefined {
  if (actionsOf(record).some((one) => one.name === name)) return undefined
  const known = [...record.operations, ...record.corrections].find((one) => one.name === name)
  return known?.refusal ?? 'Das geht bei dieser Reservierung nicht mehr.'
}

const nameOf = ({ name }: { name: string }): string => name

/** Only a suspicion can be answered. */
export function isOfUse(name: string, record: Reservation): boolean {
  if (name === 'mark_not_duplicate') return record.duplicate_suspected && !record.duplicate_checked
  if (name === 'mark_price_checked') return record.price_mismatch && !record.price_checked
  return true
}
