import type { Schemas } from '@/api/operations'
import { formatDay, formatNumber } from '@/lib/format'

export type ExperimentRow = Schemas['ExperimentRowOut']
export type Experiment = Schemas['ExperimentOut']
export type Plan = Schemas['ExperimentPlanOut']
export type PageResults = Schemas['PageResultsOut']
export type WeekResults = Schemas['WeekResultsOut']
export type RegionResults = Schemas['RegionResultsOut']
export type Kind = ExperimentRow['kind']

export const KIND_WORDS = {
  page: 'Text der Website',
  weeks: 'Kampagne: Wochen an und aus',
  regions: 'Kampagne: Regionen mit und ohne',
} as const

export const MEASURE_WORDS = {
  reservations: 'Reservierungen',
  form_starts: 'begonnene Formulare',
  contracts: 'Verträge',
} as const

export const STATE_WORDS = {
  draft: 'Entwurf',
  running: 'läuft',
  over: 'beendet',
  stopped: 'vorzeitig beendet',
} as const

/** „+12 %“, „−3 %“; beyond any limit „offen“. */
export const liftWords = (lift: number | null): string => {
  if (lift === null) return 'offen'
  const percent = Math.round(lift * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatNumber(Math.abs(percent))} %`
}

/** „3,4 %“. */
export const rateWords = (rate: number): string =>
  `${rate.toLocaleString('de-DE', { style: 'decimal', maximumFractionDigits: 1, minimumFractionDigits: 1 })}`

/** What is compared, in the list. */
export const subjectWords = (row: ExperimentRow): string =>
  (row.kind === 'page' ? row.slot_label : row.campaign_name) ?? KIND_WORDS[row.kind]

/** How the arms differ, in a few words. */
export const ARM_WORDS = {
  page: 'zwei Texte',
  weeks: 'Wochen an und aus',
  regions: 'Regionen mit und ohne',
} as const

export const periodWords = ({ first_day, last_day }: ExperimentRow): string =>
  first_day && last_day ? `${formatDay(first_day)} bis ${formatDay(last_day)}` : '–'

/** The verdict on two variants of a page, in one sentence. */
export function pageVerdict(results: PageResults, effectPercent: number): string {
  const range = `[${liftWords(results.lift_lower)}; ${liftWords(results.lift_upper)}]`
  switch (results.verdict) {
    case 'better':
      return `Variante B ist besser, um ${range}.`
    case 'worse':
      return `Variante B ist schlechter, um ${range}. Die Seite bleibt besser, wie sie ist.`
    case 'no_difference':
      return `Kein Unterschied von ${effectPercent} % oder mehr: ${range}.`
    case 'too_small':
      return `Zu klein, um es zu sagen: ${range}.`
    case 'mismatch':
      return 'Kein Urteil: Die beiden Varianten wurden zu ungleich oft gezeigt. An der Zuteilung stimmt etwas nicht, daher sagen die Zahlen nichts.'
    case 'contradiction':
      return 'Kein Urteil: Der Unterschied hat unterwegs die Richtung gewechselt.'
    default:
      return `Noch offen: ${range}. Sie dürfen jederzeit nachsehen, das verfälscht nichts.`
  }
}

/** The verdict on weeks on and off. */
export function weekVerdict(results: WeekResults, experiment: ExperimentRow): string {
  const { difference: found, difference_lower: lower, difference_upper: upper } = results
  const measure = MEASURE_WORDS[experiment.measure]
  const range =
    found === null ? '' : ` (${week(found)} in der Woche [${week(lower)}; ${week(upper)}])`
  switch (results.verdict) {
    case 'better':
      return `Die Kampagne wirkt: In Wochen mit ihr gab es mehr ${measure}${range}.`
    case 'worse':
      return `In Wochen mit der Kampagne gab es weniger ${measure}${range}.`
    default:
      return otherVerdict(results.verdict, experiment, range)
  }
}

/** The verdict on regions with and without a campaign. */
export function regionVerdict(results: RegionResults, experiment: ExperimentRow): string {
  const { lift, lift_lower: lower, lift_upper: upper } = results
  const measure = MEASURE_WORDS[experiment.measure]
  const range =
    lift === null ? '' : ` (${liftWords(lift)} [${liftWords(lower)}; ${liftWords(upper)}])`
  switch (results.verdict) {
    case 'better':
      return `Die Kampagne wirkt: In Regionen mit ihr gab es mehr ${measure}${range}.`
    case 'worse':
      return `In Regionen mit der Kampagne gab es weniger ${measure}${range}.`
    default:
      return otherVerdict(results.verdict, experiment, range)
  }
}

function otherVerdict(verdict: string, experiment: ExperimentRow, range: string): string {
  if (verdict === 'no_difference')
    return `Kein Unterschied von ${experiment.effect_percent} % oder mehr${range}.`
  if (verdict === 'too_small' && experiment.state === 'stopped')
    return 'Kein Urteil: Der Versuch wurde vor seinem einzigen Blick beendet.'
  if (verdict === 'too_small') return `Zu klein, um es zu sagen${range}.`
  const day = experiment.judged_on ? formatDay(experiment.judged_on) : 'nach der letzten Woche'
  return experiment.measure === 'contracts'
    ? `Noch offen. Verträge brauchen Zeit: Das Urteil gibt es einmal, frühestens am ${day}.`
    : `Noch offen. Das Urteil gibt es einmal, am ${day}; vorher sagt der Zwischenstand nichts.`
}

const week = (count: number | null): string =>
  count === null
    ? 'offen'
    : `${count > 0 ? '+' : count < 0 ? '−' : '±'}${rateWords(Math.abs(count))}`

/** What can be measured, by what differs. */
export const MEASURES: Record<Kind, readonly (readonly [ExperimentRow['measure'], string])[]> = {
  page: [
    ['form_starts', 'begonnenen Formularen je Besuch'],
    ['reservations', 'Reservierungen je Besuch'],
  ],
  weeks: [
    ['reservations', 'allen Reservierungen'],
    ['contracts', 'allen Verträgen (das Urteil kommt Wochen später)'],
  ],
  regions: [
    ['reservations', 'allen Reservierungen'],
    ['contracts', 'allen Verträgen (das Urteil kommt Wochen später)'],
  ],
}
