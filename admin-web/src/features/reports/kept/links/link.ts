import type { Schemas } from '@/api/operations'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import type { Shape } from '@/lib/states'
import type { Filters } from '../../frame/parameters/parameters'
import type { KeptRun } from '../run'

export type ReportLink = Schemas['ReportLinkOut']
export type NewReportLink = Schemas['NewReportLinkOut']

export const LINK_STATES: Record<ReportLink['state'], { label: string; shape: Shape }> = {
  open: { label: 'Gilt', shape: 'done' },
  expired: { label: 'Abgelaufen', shape: 'dashedDot' },
  revoked: { label: 'Widerrufen', shape: 'crossed' },
  ended: { label: 'Bericht gelöscht', shape: 'dashed' },
  resting: { label: 'Ruht', shape: 'dashed' },
}

const USUAL_DAYS = 30

/** Reports with a row a household: the server links neither. */
const OF_HOUSEHOLDS: readonly string[] = ['reservations', 'referrals']

export const canBeLinked = ({ report }: KeptRun): boolean => !OF_HOUSEHOLDS.includes(report)

/** Whether a link to the run can show fewer rows than the run has. */
export const canBeNarrowed = ({ parameters }: KeptRun): boolean => 'only_utm_source' in parameters

/** Of a report that is all money nothing would be left. */
export const canLeaveMoneyOut = ({ report }: KeptRun): boolean =>
  !['contracts', 'credits'].includes(report)

/** The last day of a link that is made today, unless another one is chosen. */
export function usualLastDay(today: string): string {
  const day = new Date(`${today}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + USUAL_DAYS)
  return day.toISOString().slice(0, 10)
}

/** Chosen filters by their names on the server; nothing chosen is all of the run. */
export function filtersIn(filters: Filters): Record<string, string[]> | null {
  const chosen = Object.entries(filters).map(([field, values]) => [`only_${field}`, [...values]])
  return chosen.length > 0 ? Object.fromEntries(chosen) : null
}

/** „Kampagne: sommer“; of a link that was not narrowed „alles, was der Bericht zeigt“. */
export const shownWords = ({ asked, without_money }: ReportLink): string => {
  const chosen = asked.map(({ label, words }) => `${label}: ${words}`).join(' · ')
  return `${chosen || 'alles, was der Bericht zeigt'}${without_money ? ', ohne Geld' : ''}`
}

/** Who answers for the link: who made it, until it is handed over. */
export const answeredBy = ({ answered_by_name }: ReportLink): string =>
  answered_by_name ?? 'nicht mehr bekannt'

/** „erstellt am 21.11.2026“, of a link that was handed over „erstellt von Lena am 21.11.2026“. */
export function makerWords({ created_by_name, answered_by_name, created_at }: ReportLink): string {
  const by = created_by_name !== answered_by_name ? `von ${created_by_name ?? 'jemandem'} ` : ''
  return `erstellt ${by}am ${formatDay(berlinDay(new Date(created_at)))}`
}

/** „3-mal geöffnet“ */
export function openedWords({ openings }: ReportLink): string {
  if (openings === 0) return 'noch nie geöffnet'
  return openings === 1 ? 'einmal geöffnet' : `${openings}-mal geöffnet`
}
