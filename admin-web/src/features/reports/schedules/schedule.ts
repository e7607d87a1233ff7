import type { Schemas } from '@/api/operations'
import type { Timing } from '@/lib/timingWords'
import type { NextRun } from '@/ui/fields/nextRun'
import type { ColumnDocument } from '../frame/document'

/** Reports that are sent again and again, in the words of the server. */
export const LIST_PATH = '/reports/schedules'
export const NEW_PATH = `${LIST_PATH}/new`
export const showPath = (id: number): string => `${LIST_PATH}/${id}`
export const copyPath = (id: number): string => `${NEW_PATH}?copy=${id}`
export const editPath = (id: number): string => `${LIST_PATH}/${id}/edit`

export type Given = Readonly<Record<string, unknown>>
export type Format = 'body' | 'pdf' | 'xlsx' | 'csv' | 'parquet'
export type Condition =
  | { kind: 'rows'; table: string; least: number }
  | {
      kind: 'figure'
      table: string
      column: string
      is: 'below' | 'above'
      /** Whole, in the column's own unit. */
      value: number
    }

export interface ScheduleInput {
  name: string
  report: string
  /** Without the period. */
  parameters: Given
  /** One of `PERIODS`; `null` for a report without a period. */
  period: string | null
  timing: Timing
  zone: string
  recipients: string[]
  formats: Format[]
  condition: Condition | null
  cool_down_hours: number
  retention_days: number
}

export type RunState =
  | 'queued'
  | 'running'
  | 'generated'
  | 'delivered'
  | 'failed'
  | 'delivery_failed'
export type DeliveryState = 'queued' | 'retrying' | 'sent' | 'failed' | 'cancelled' | 'left_out'

export interface Delivery {
  recipient: string
  state: DeliveryState
  attempts: number
  /** Why there was no mail. */
  left_out: string | null
  last_error: string | null
  next_attempt_at: string | null
  sent_at: string | null
}

export interface Artefact {
  id: number
  name: string
  form: string
  bytes: number
  sha256: string
  expires_at: string
  is_gone: boolean
}

export interface ScheduledRun {
  id: number
  schedule_id: number
  name: string
  report: string
  /** `null` for one that somebody asked for. */
  scheduled_for: string | null
  is_test: boolean
  state: RunState
  state_words: string
  error: string | null
  note: string | null
  attempts: number
  started_at: string
  finished_at: string | null
  /** Every row of it can still be seen. */
  has_result: boolean
  rows: number | null
  period: { from: string; to: string } | null
  deliveries: Delivery[]
  artefacts: Artefact[]
}

/** A recipient of a saved schedule as things stand, and who answers for it. */
export type Recipient = Schemas['ScheduleRecipientOut']

export interface Schedule extends ScheduleInput {
  id: number
  version: number
  /** Of the report. */
  title: string
  period_words: string
  timing_words: string
  condition_words: string
  next: NextRun[]
  state: 'active' | 'paused'
  paused: { at: string; reason: string; by_system: boolean } | null
  failures: number
  /** On whose rights it runs. */
  owner: { id: number; name: string; is_entitled: boolean }
  last_run: ScheduledRun | null
  /** The recipients one by one. */
  whom: Recipient[]
  may_change: boolean
}

export interface Preview {
  period: { from: string; to: string } | null
  next: NextRun[]
  subject: string
  text: string
  html: string
  files: { name: string; form: string }[]
  condition_met: boolean | null
  /** „nur wenn …“; empty without a condition. */
  condition_words: string
  /** Table → how many rows it has now. */
  rows: Record<string, number>
}

export interface Offer {
  key: string
  title: string
  description: string
  schedule: ScheduleInput
}

export interface ReportParameter {
  name: string
  label: string
  kind: string
  default: string | number | boolean | string[] | null
  least: number | null
  most: number | null
  choices: string[] | null
}

/** A report there is, with what it takes and shows. */
export interface ReportInfo {
  name: string
  title: string
  question: string
  /** Table → title. */
  tables: Record<string, string>
  /** Table → its columns, for conditions on figures. */
  columns?: Record<string, ColumnDocument[]>
  parameters: ReportParameter[]
}
