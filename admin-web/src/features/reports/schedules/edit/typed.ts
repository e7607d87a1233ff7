import type { Timing } from '@/lib/timingWords'
import type { Given } from '../schedule'

/** A schedule while it is typed. Nothing in it is thrown away because it is wrong. */
export interface Draft {
  name: string
  report: string
  parameters: Given
  period: string | null
  timing: Timing
  zone: string
  recipients: readonly string[]
  /** Text in the field of recipients that is none of them yet. */
  addressing: string
  formats: readonly string[]
  least_rows: string
  retention_days: string
}
