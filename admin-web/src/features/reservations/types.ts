import type { Schemas } from '@/api/operations'
import type { StateName } from '@/lib/states'

/** The staff API's reservations. Money in cents, moments in UTC, days as `YYYY-MM-DD`. */
export type ReservationState = Exclude<StateName, 'new' | 'held' | 'blocked' | 'free'>

/** One row of the list. What marketing may not see is null or empty, masked by the server. */
export type ReservationRow = {
  id: number
  reference: string | null
  pseudonym: string
  park: string
  spot_number: number | null
  state: ReservationState
  deposit_state: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  postcode: string | null
  energy_provider: string | null
  household_size: string
  annual_kwh: number
  payment_plan: string
  credit_tenth_ct: number
  share_amount_cents: number
  plan_total_cents: number
  instalment_cents: number
  annual_credit_cents: number
  utm_source: string
  utm_campaign: string
  referral_code: string
  duplicate_suspected: boolean
  duplicate_checked: boolean
  price_mismatch: boolean
  price_checked: boolean
  tags: string[]
  follow_up_on: string | null
  created_at: string
  updated_at: string
  version: number
}

export type Touch = {
  position: number
  at: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
  referral_code: string
  referrer_host: string
  landing_path: string
}

export type Consent = {
  purpose: string
  text_version: string
  text_sha256: string
  source: string
  given_at: string
  text: string
}

export type SentMail = {
  id: number
  kind: string
  subject: string
  state: string
  created_at: string
  sent_at: string | null
  attempts: number
  last_error: string | null
}

export type Change = {
  id: number
  at: string
  actor: string
  actor_name: string
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
  operation_id: number | null
}

/** A named operation as the server offers it for one reservation, with what follows from it. */
export type OfferedOperation = {
  name: string
  allowed: boolean
  refusal: string | null
  to_state: ReservationState | null
  consequences: string[]
  needs_reason: boolean
}

export type Undo = { operation_id: number; name: string; until: string }
export type Difference = { name: string; ours: number; theirs: number | null }

/** What a reservation has to do with recommendations: its own code, and the one it came by. */
export type ReservationReferral = Schemas['ReservationReferralOut']

/** Everything stored about one reservation. */
export type Reservation = ReservationRow & {
  notes: string | null
  email_confirmed_at: string | null
  mobile_as_typed: string | null
  /** Null for marketing, which sees the band only. */
  monthly_abschlag_cents: number | null
  monthly_abschlag_band: { from_cents: number; below_cents: number | null }
  figures: Record<string, number>
  client_figures: Record<string, unknown>
  differences: Difference[]
  spot: { state: string; held_until: string | null; held_for: string | null }
  touches: Touch[]
  consents: Consent[]
  mails: SentMail[]
  timeline: Change[]
  operations: OfferedOperation[]
  undo: Undo | null
  duplicates: ReservationRow[]
  merged_into_id: number | null
  /** Only for those who work with reservations. */
  referral: ReservationReferral | null
}

export type OperationPreview = {
  count: number
  allowed: number
  consequences: string[]
  needs_reason: boolean
  /** Over many it is done only once their number was typed. */
  asks_for_count: boolean
  refused: { id: number; reference: string | null; code: string; detail: string }[]
  refused_because: { sentence: string; ids: number[] }[]
}

export type OperationRow = {
  id: number
  reference: string | null
  outcome: 'done' | 'refused'
  code: string | null
  detail: string | null
  state: ReservationState
  version: number
}

export type OperationOutcome = {
  operation_id: number
  undo_until: string | null
  done: number
  refused: number
  results: OperationRow[]
}

/** Values that occur, the most frequent first: what a filter can be set to. */
export type Facets = {
  energy_provider: string[]
  utm_campaign: string[]
  utm_source: string[]
  referral_code: string[]
  park: { id: string; name: string }[]
  tag: string[]
}

export type ViewDefinition = {
  filters: Record<string, string>
  sort: string
  order: 'asc' | 'desc'
  columns: string[] | null
}

export type SavedView = {
  id: number
  resource: string
  name: string
  is_team: boolean
  is_mine: boolean
  definition: ViewDefinition
}

export type DuplicateGroup = { key: string; members: ReservationRow[] }
export type BoardColumn = { state: ReservationState; count: number; data: ReservationRow[] }
