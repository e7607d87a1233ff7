/** What hangs on an account, in words. Pure. */

import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'
import type { Role } from '@/session/session'

export type Holding = Schemas['HoldingOut']

/** The same schedule may be received and owned. */
export const HOLDING_WORDS: Record<Holding['kind'], string> = {
  receives: 'Bericht, den das Konto bekommt',
  owns: 'Zeitplan, den das Konto verantwortet',
  link: 'Link, für den das Konto antwortet',
  alert_rule: 'Hinweis, den das Konto bekommt',
  view: 'gespeicherte Ansicht',
  task: 'Aufgabe, die das Konto übernommen hat',
}

/** Without a role nobody takes anything over. */
export const mayTake = ({ roles }: Holding, role: Role | undefined) =>
  role !== undefined && roles.includes(role)

/** What a press on the button comes to. */
export function handOverWords(holdings: readonly Holding[], role: Role, name: string): string {
  const taken = holdings.filter((one) => mayTake(one, role)).length
  const left = holdings.length - taken
  const because = `weil die Rolle von ${name} das nicht sehen darf`
  if (taken === 0) return `Alles bleibt bei diesem Konto, ${because}.`
  const takes = `${name} übernimmt ${counted(taken, '1 Eintrag', 'Einträge')}.`
  if (left === 0) return takes
  return `${takes} ${counted(left, '1 bleibt', 'bleiben')} bei diesem Konto, ${because}.`
}
