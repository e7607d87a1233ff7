import type { ScheduleInput } from '../schedule'

/** What a schedule is made of, in the order of its form. The zone belongs to the time. */
export const FIELDS = {
  report: 'Bericht',
  name: 'Name',
  period: 'Zeitraum',
  parameters: 'Was der Bericht zeigt',
  timing: 'Wann',
  recipients: 'An wen',
  formats: 'In welcher Form',
  condition: 'Nur wenn',
  cool_down_hours: 'Ruhe in Stunden',
  retention_days: 'Dateien aufheben, Tage',
} as const

export type FieldName = keyof typeof FIELDS

const said = (from: ScheduleInput, name: FieldName): string =>
  canonical(name === 'timing' ? [from.timing, from.zone] : from[name])

/** Whether two versions say the same: the order of members says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => a.localeCompare(b)))
      : one,
  )
}

/** The fields in which two versions differ. */
export const changedFields = (one: ScheduleInput, other: ScheduleInput): FieldName[] =>
  (Object.keys(FIELDS) as FieldName[]).filter((name) => said(one, name) !== said(other, name))

/**
 * What was changed here laid over what somebody else saved: `differing` are the fields in which both
 * are not the same, `input` keeps the other's changes wherever nothing was changed here.
 */
export function merged(mine: ScheduleInput, before: ScheduleInput, current: ScheduleInput) {
  const own = changedFields(mine, before)
  const input = inputOf(current)
  for (const name of own) {
    Object.assign(input, { [name]: mine[name] })
    if (name === 'timing') input.zone = mine.zone
  }
  return { input, differing: own.filter((name) => said(mine, name) !== said(current, name)) }
}

/** A schedule as it is saved, without what only the server says. */
export const inputOf = (from: ScheduleInput): ScheduleInput => ({
  name: from.name,
  report: from.report,
  parameters: from.parameters,
  period: from.period,
  timing: from.timing,
  zone: from.zone,
  recipients: from.recipients,
  formats: from.formats,
  condition: from.condition,
  cool_down_hours: from.cool_down_hours,
  retention_days: from.retention_days,
})
