/** Who receives and answers for what, in words. Pure. */

import type { Schemas } from '@/api/operations'
import type { Shape } from '@/lib/states'

export type Responsibilities = Schemas['ResponsibilitiesOut']
export type Person = Schemas['PersonHoldingsOut']
export type Outside = Schemas['OutsideHoldingsOut']
export type Holding = Schemas['HoldingOut']
export type Step = Schemas['HandOverStepOut']
export type Kind = Holding['kind']

/** What a person does with the things of a kind, in the order of the page. */
export const KINDS: readonly [Kind, string][] = [
  ['receives', 'Bekommt'],
  ['alert_rule', 'Wird gewarnt'],
  ['owns', 'Verantwortet Zeitpläne'],
  ['link', 'Antwortet für Links'],
  ['view', 'Gespeicherte Ansichten'],
]

/** A step names what it is about: the same schedule may be received and owned. */
export const STEP_WORDS: Record<Kind, string> = {
  receives: 'bekommt den Bericht',
  alert_rule: 'bekommt den Hinweis',
  owns: 'verantwortet den Zeitplan',
  link: 'antwortet für den Link',
  view: 'gespeicherte Ansicht',
}

export const OUTCOMES: Record<Step['outcome'], { shape: Shape; label: string }> = {
  moves: { shape: 'done', label: 'Geht über' },
  has_it: { shape: 'full', label: 'Schon da' },
  stays: { shape: 'crossedOnce', label: 'Bleibt und ruht' },
  removed: { shape: 'done', label: 'Wird entfernt' },
  empties: { shape: 'crossedOnce', label: 'Ohne Empfänger' },
}

/** Holdings under the headings of their kinds, without those of which there are none. */
export function grouped(holdings: readonly Holding[]): { title: string; holdings: Holding[] }[] {
  return KINDS.map(([kind, title]) => ({
    title,
    holdings: holdings.filter((one) => one.kind === kind),
  })).filter(({ holdings: found }) => found.length > 0)
}

/** „3 Dinge, 1 ruht“; for a heading. */
export function countWords(holdings: readonly Holding[]): string {
  const resting = holdings.filter(({ problem }) => problem).length
  const all = holdings.length === 1 ? '1 Eintrag' : `${holdings.length} Einträge`
  return resting > 0 ? `${all}, ${resting === 1 ? 'einer ruht' : `${resting} ruhen`}` : all
}

/** Steps of a plan by what becomes of them, with those that need a decision first. */
export function ordered(steps: readonly Step[]): Step[] {
  const weight: Record<Step['outcome'], number> = {
    stays: 0,
    empties: 0,
    has_it: 1,
    moves: 2,
    removed: 2,
  }
  return [...steps].sort((one, other) => weight[one.outcome] - weight[other.outcome])
}

/** „4 gehen über, 1 ist schon da, 2 bleiben und ruhen“. */
export function summaryOf(steps: readonly Step[]): string {
  const parts = COUNTS.map(([outcome, one, many]) => {
    const count = steps.filter((step) => step.outcome === outcome).length
    return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
  })
  return parts.filter(Boolean).join(', ')
}

const COUNTS: readonly [Step['outcome'], string, string][] = [
  ['moves', 'geht über', 'gehen über'],
  ['has_it', 'ist schon da', 'sind schon da'],
  ['stays', 'bleibt und ruht', 'bleiben und ruhen'],
  ['removed', 'wird entfernt', 'werden entfernt'],
  ['empties', 'bleibt ohne Empfänger', 'bleiben ohne Empfänger'],
]
