import type { Schemas } from '@/api/operations'

export type MetricDocument = Schemas['MetricOut']
export type MetricForm = Schemas['MetricFormOut']
export type MetricShowDocument = Schemas['MetricShowOut']
const UNITS: Readonly<Record<string, string>> = {
  count: 'Anzahl',
  ppm: 'Anzahl, auch in Teilen',
  kwh: 'kWh',
  kwh_ppm: 'kWh, auch in Teilen',
  cents: 'Euro',
  cents_ppm: 'Euro, auch in Teilen',
  share_ppm: 'Prozent',
  milli_ct: 'Cent',
  tenths: 'Jahre, mit einer Stelle nach dem Komma',
}

export const unitWords = (kind: string): string => UNITS[kind] ?? kind

export const metricPath = (key: string): string => `/reports/metrics/${key}`

/** Whether every word typed occurs in the entry or one of its forms. */
export function matches(metric: MetricDocument, typed: string): boolean {
  const text = [
    metric.label,
    metric.key,
    metric.subject,
    metric.meaning,
    ...metric.forms.flatMap(({ key, label, meaning }) => [key, label, meaning]),
    ...metric.places.map((place) => place.report_title),
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
