import type { Schemas } from '@/api/operations'

/** Reports that are sent again and again, in the words of the server. */
const PATH = '/reports/schedules'
/** They are listed with the reports that were kept. */
export const LIST_PATH = '/reports/kept'
export const NEW_PATH = `${PATH}/new`
export const showPath = (id: number): string => `${PATH}/${id}`
export const copyPath = (id: number): string => `${NEW_PATH}?copy=${id}`
export const editPath = (id: number): string => `${PATH}/${id}/edit`

export type Given = Readonly<Record<string, unknown>>
export type Format = Schemas['ScheduleIn']['formats'][number]

/** What a schedule is made of; `period` is one of `PERIODS`, and no part of `parameters`. */
export type ScheduleInput = Schemas['SchedulePlanOut']
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
  period: input.period as Schemas['ScheduleIn']['period'],
  timing: input.timing,
  zone: input.zone,
  recipients: input.recipients,
  formats: input.formats as Format[],
  least_rows: input.least_rows,
  retention_days: input.retention_days,
})

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
  least_rows: from.least_rows,
  retention_days: from.retention_days,
})
