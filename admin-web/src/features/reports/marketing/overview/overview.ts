import type { Schemas } from '@/api/operations'
import { formatCell, NO_COSTS } from '@/features/reports/frame/tables/kinds'
import { counted, formatNumber } from '@/lib/format'
import type { StripPart } from '@/ui/drawing/CellStrip'

export type OverviewReport = Schemas['OverviewReport']

/** What the whole period comes to. */
export type Totals = Schemas['OverviewTotalsRow']

/** Measures, each with the same of the period before. */
type Figure = {
  [name in keyof Totals]: `${name}_before` extends keyof Totals ? name : never
}[keyof Totals]

/** The six large figures, and how each is written out as a sum. */
export const FIGURES: readonly [measure: Figure, sum: (t: Totals) => string][] = [
  ['visitors', ({ sessions }) => counted(sessions, 'ein Besuch', 'Besuche')],
  ['reservations', ({ contracted }) => `davon ${formatNumber(contracted)} mit Vertrag`],
  ['quote', (t) => `${formatNumber(t.reservations)} von ${formatNumber(t.visitors)}`],
  ['cost_cents', (t) => (t.cost_cents === null ? NO_COSTS : 'eingetragen im Zeitraum')],
  [
    'cost_per_reservation',
    (t) => `${formatCell('cents', t.cost_cents)} durch ${formatNumber(t.reservations)}`,
  ],
]

/** How visits divide by what was asked and answered. */
export const consentParts = ({ sessions, asked, remembered }: Totals): StripPart[] => [
  { label: 'Ja gesagt', value: remembered, words: formatNumber(remembered), look: 'full' },
  {
    label: 'Gefragt, aber kein Ja',
    value: asked - remembered,
    words: formatNumber(asked - remembered),
    look: 'half',
  },
  {
    label: 'Nicht gefragt',
    value: Math.max(0, sessions - asked),
    words: formatNumber(Math.max(0, sessions - asked)),
    look: 'empty',
  },
]

/** How honest the figures can be: who is known on another day. */
export function consentWords(totals: Totals): string {
  const { sessions, asked, remembered, consent } = totals
  if (sessions === 0) return 'In diesem Zeitraum war niemand da.'
  return (
    `Von ${visits(sessions)} wurden ${formatNumber(asked)} gefragt, ob wir uns ihre Herkunft ` +
    `merken dürfen; ${formatNumber(remembered)} sagten Ja. Nur für diese ` +
    `${formatCell('share_ppm', consent)} wissen wir auch Tage später noch, woher sie kamen, ` +
    'für alle anderen nur während ihres Besuchs.'
  )
}

/** Programs among the visits, and whether the figures hold them. */
export function botsWords({ flagged_sessions, flagged }: Totals, withBots: boolean): string {
  if (flagged_sessions === 0) return 'Bots und Spam sind nicht aufgefallen.'
  const share = `${counted(flagged_sessions, 'ein Besuch', 'Besuche')} von Bots und Spam (${formatCell('share_ppm', flagged)} von allem)`
  return withBots
    ? `Alle Zahlen enthalten ${share}.`
    : `Nicht enthalten sind ${share}. Mit „Bots mitzählen“ kommen sie dazu.`
}

export const botsParts = (totals: Totals, withBots: boolean): StripPart[] => {
  const people = totals.sessions - (withBots ? totals.flagged_sessions : 0)
  return [
    { label: 'Menschen', value: people, words: formatNumber(people), look: 'full' },
    {
      label: 'Bots und Spam',
      value: totals.flagged_sessions,
      words: formatNumber(totals.flagged_sessions),
      look: 'slanted',
    },
  ]
}

const visits = (count: number): string => counted(count, 'einem Besuch', 'Besuchen')
