import type { Timing } from '@/lib/timingWords'
import type { Gate, Given, OwnFilters, PackedReport } from '../schedule'

/** A condition while it is typed: what cannot be read stays beside the value it has not become. */
export type DraftCondition =
  | { kind: 'rows'; table: string; least: number | null; typed: string | null }
  | {
      kind: 'figure'
      table: string
      column: string
      is: 'below' | 'above'
      value: number | null
      typed: string | null
    }

/** A schedule while it is typed. Nothing in it is thrown away because it is wrong. */
export interface Draft {
  name: string
  report: string
  parameters: Given
  /** Sent with the first, in this order. */
  further_reports: readonly PackedReport[]
  period: string | null
  timing: Timing
  zone: string
  recipients: readonly string[]
  /** By address, what narrows the report for this recipient alone. */
  own_filters: Readonly<Record<string, OwnFilters>>
  /** Text in the field of recipients that is none of them yet. */
  addressing: string
  formats: readonly string[]
  condition: DraftCondition | null
  gate: Gate | null
  cool_down_hours: string
  retention_days: string
}
