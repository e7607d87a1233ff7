import type { RecordOf } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { formatDay, formatMoney } from '@/lib/format'
import type { Shape } from '@/lib/states'

/** A withdrawal or notice with its case. */
export type Declaration = Schemas['DeclarationOut']
export type DeclarationRow = RecordOf<'declarations'>
export type Proposal = Schemas['ProposalOut']
export type StepName = Schemas['StepOut']['name']
type CaseState = Declaration['state']

export const KINDS: Record<Declaration['kind'], string> = {
  withdrawal: 'Widerruf',
  notice: 'Kündigung',
}

/** Sun is what nobody has looked at yet. */
export const STATES: Record<CaseState, { label: string; shape: Shape }> = {
  received: { label: 'Eingegangen', shape: 'sun' },
  matched: { label: 'Zugeordnet', shape: 'half' },
  accepted: { label: 'Angenommen', shape: 'notch' },
  rejected: { label: 'Abgelehnt', shape: 'crossed' },
  refunded: { label: 'Erstattet', shape: 'done' },
}

/** The button of a step, and what the history calls it. */
export const STEPS: Record<StepName, { button: string; done: string }> = {
  match: { button: 'Zuordnen', done: 'Zugeordnet' },
  accept: { button: 'Annehmen', done: 'Angenommen' },
  reject: { button: 'Ablehnen', done: 'Abgelehnt' },
  refund: { button: 'Erstattung vermerken', done: 'Erstattung vermerkt' },
}

/** „Erstattung vermerkt: 79,00 € am 04.11.2026, SEPA 4711“. */
export function takenWords(step: Declaration['history'][number]): string {
  if (step.action === 'match')
    return `Zugeordnet zu ${step.reservation_reference ?? 'keiner Reservierung'}`
  const { done } = STEPS[step.action]
  if (step.refunded_cents === null || step.refunded_on === null) return done
  const noted = `${formatMoney(step.refunded_cents)} am ${formatDay(step.refunded_on)}`
  return `${done}: ${[noted, step.refund_reference].filter(Boolean).join(', ')}`
}

const BECAUSE: Record<Proposal['because'][number], string> = {
  reference: 'Referenz genannt',
  email: 'gleiche Adresse',
  name: 'gleicher Name',
}

/** „Referenz genannt, gleiche Adresse“. */
export const becauseWords = ({ because }: Proposal): string =>
  because.map((one) => BECAUSE[one]).join(', ')

/** Whether a withdrawal came in time, for whom it is matched to; empty where it is no question. */
export function timeWords(
  { concluded_on, withdrawal_until, is_in_time }: Proposal,
  day: (isoDay: string) => string,
): string {
  if (!concluded_on || !withdrawal_until) return ''
  const verdict = is_in_time ? 'innerhalb der 14 Tage' : 'nach Ablauf der 14 Tage'
  return `Vertrag vom ${day(concluded_on)}, Frist bis ${day(withdrawal_until)}: ${verdict}`
}
