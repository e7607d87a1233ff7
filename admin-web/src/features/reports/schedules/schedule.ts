import type { Schemas } from '@/api/operations'

/** Reports that are sent again and again, in the words of the server. */
export const LIST_PATH = '/reports/schedules'
export const NEW_PATH = `${LIST_PATH}/new`
export const showPath = (id: number): string => `${LIST_PATH}/${id}`
export const copyPath = (id: number): string => `${NEW_PATH}?copy=${id}`
export const editPath = (id: number): string => `${LIST_PATH}/${id}/edit`

export type Given = Readonly<Record<string, unknown>>
export type Format = Schemas['ScheduleIn']['formats'][number]
export type Condition = NonNullable<ScheduleInput['condition']>
/** What is waited for before it leaves, and until when at the latest. */
export type Gate = NonNullable<ScheduleInput['gate']>

/** What a schedule is made of; `period` is one of `PERIODS`, and no part of `parameters`. */
export type ScheduleInput = Schemas['SchedulePlanOut']
/** A report of a pack with what it is asked; the period is that of the schedule. */
export interface PackedReport {
  readonly report: string
  readonly parameters: Given
}
/** What was computed of a further report of a pack. */
export type PackedRun = Schemas['PackedRunOut']
/** What narrows a report for one recipient alone, by the names of filters in a report's address. */
export type OwnFilters = Readonly<Record<string, readonly string[]>>
export type RunPart = Schemas['RunPartOut']
export type Schedule = Schemas['ScheduleOut']
export type ScheduledRun = Schemas['ScheduledRunOut']
export type RunState = ScheduledRun['state']
export type Delivery = ScheduledRun['deliveries'][number]
export type DeliveryState = Delivery['state']
export type Artefact = ScheduledRun['artefacts'][number]
/** A recipient of a saved schedule as things stand, and who answers for it. */
export type Recipient = Schemas['ScheduleRecipientOut']
export type Preview = Schemas['SchedulePreviewOut']
export type Offer = Schemas['OfferOut']
/** A report there is, with what it takes and shows. */
export type ReportInfo = Schemas['ReportOut']
export type ReportParameter = Schemas['ParameterOut']

/**
 * A schedule as the server takes it. The document names formats, periods and kinds of values where
 * they come in only; what went out before had come in.
 */
export const scheduleIn = (input: ScheduleInput): Schemas['ScheduleIn'] => ({
  name: input.name,
  report: input.report,
  parameters: input.parameters as Schemas['ScheduleIn']['parameters'],
  further_reports: input.further_reports as NonNullable<Schemas['ScheduleIn']['further_reports']>,
  period: input.period as Schemas['ScheduleIn']['period'],
  timing: input.timing,
  zone: input.zone,
  recipients: input.recipients,
  own_filters: input.own_filters as Schemas['ScheduleIn']['own_filters'],
  formats: input.formats as Format[],
  condition: input.condition,
  gate: input.gate,
  cool_down_hours: input.cool_down_hours,
  retention_days: input.retention_days,
})

/** A schedule as it is saved, without what only the server says. */
export const inputOf = (from: ScheduleInput): ScheduleInput => ({
  name: from.name,
  report: from.report,
  parameters: from.parameters,
  further_reports: from.further_reports,
  period: from.period,
  timing: from.timing,
  zone: from.zone,
  recipients: from.recipients,
  own_filters: from.own_filters,
  formats: from.formats,
  condition: from.condition,
  gate: from.gate,
  cool_down_hours: from.cool_down_hours,
  retention_days: from.retention_days,
})

/** All reports of a schedule, in the order in which they are sent. */
export const packOf = (from: {
  readonly report: string
  readonly parameters: Given
  readonly further_reports: readonly PackedReport[]
}): PackedReport[] => [
  { report: from.report, parameters: from.parameters },
  ...from.further_reports,
]
