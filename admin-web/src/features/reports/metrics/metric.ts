import type { Schemas } from '@/api/operations'
import { formatDay } from '@/lib/format'
import type { Shape } from '@/lib/states'

export type MetricDocument = Schemas['MetricOut']
export type MetricShowDocument = Schemas['MetricShowOut']
export type CheckState = MetricDocument['check']['state']

export const CHECKS: Readonly<Record<CheckState, { label: string; shape: Shape }>> = {
  checked: { label: 'geprüft', shape: 'notch' },
  lapsed: { label: 'seither geändert', shape: 'half' },
  never: { label: 'noch nicht geprüft', shape: 'outline' },
}

const UNITS: Readonly<Record<string, string>> = {
  count: 'Anzahl',
  ppm: 'Anzahl, auch in Teilen',
  kwh: 'kWh',
  kwh_ppm: 'kWh, auch in Teilen',
  cents: 'Euro',
  cents_ppm: 'Euro, auch in Teilen',
  share_ppm: 'Prozent',
  percent: 'Prozent',
  milli_ct: 'Cent',
  tenths: 'Jahre, mit einer Stelle nach dem Komma',
  minutes: 'Minuten',
}

export const unitWords = (kind: string): string => UNITS[kind] ?? kind

export const metricPath = (key: string): string => `/reports/metrics/${key}`

/** `reservations@3` → the page of that metric. */
export const pathOfName = (name: string): string => metricPath(name.split('@')[0] ?? name)

/** „Geprüft von Lena Voss am 26.11.2026.“ */
export function checkSentence({ version, check }: MetricDocument): string {
  if (check.state === 'never' || check.at === null)
    return 'Noch hat niemand diese Definition geprüft.'
  const who = check.by_name ?? 'einem früheren Konto'
  const day = formatDay(check.at)
  if (check.state === 'checked')
    return `Geprüft von ${who} am ${day}, in Fassung ${version}. Seither ist die Definition unverändert.`
  return `Zuletzt geprüft in Fassung ${check.version} von ${who} am ${day}; seither geändert.`
}

/** Whether every word typed stands somewhere in the entry. */
export function matches(metric: MetricDocument, typed: string): boolean {
  const text = [
    metric.label,
    metric.name,
    metric.subject,
    metric.formula,
    ...metric.places.map((place) => place.report_title),
    ...metric.screens.map((screen) => screen.label),
  ]
    .join(' ')
    .toLocaleLowerCase('de')
  return typed
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The metrics by subject, in the order of the catalogue. */
export function bySubject(
  metrics: readonly MetricDocument[],
): [subject: string, metrics: MetricDocument[]][] {
  const found = new Map<string, MetricDocument[]>()
  for (const metric of metrics) {
    const beside = found.get(metric.subject)
    if (beside) beside.push(metric)
    else found.set(metric.subject, [metric])
  }
  return [...found]
}
