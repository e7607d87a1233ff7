import type { Reservation, ReservationRow } from '@/reservations/types'

/** A row as the server answers it, to be changed in what a test is about. */
export function row(changes: Partial<ReservationRow> = {}): ReservationRow {
  return {
    id: 17,
    reference: 'VG-7K3M-Q2XH',
    pseudonym: 'Haushalt K7M2',
    park: 'ingolstadt',
    spot_number: 322,
    state: 'reserved',
    deposit_state: 'reserved',
    first_name: 'Nele',
    last_name: 'Hartwig',
    email: 'n•••@example.de',
    phone: '•••• 4567',
    postcode: '85049',
    energy_provider: 'Stadtwerke München',
    household_size: '2',
    annual_kwh: 2000,
    payment_plan: '24m',
    credit_tenth_ct: 60,
    share_amount_cents: 129900,
    plan_total_cents: 137694,
    instalment_cents: 5737,
    annual_credit_cents: 12000,
    utm_source: 'newsletter',
    utm_campaign: 'Herbst',
    referral_code: '',
    duplicate_suspected: false,
    duplicate_checked: false,
    price_mismatch: false,
    price_checked: false,
    tags: ['Presse'],
    follow_up_on: null,
    created_at: '2026-11-23T10:42:00Z',
    updated_at: '2026-11-23T10:42:00Z',
    version: 3,
    ...changes,
  }
}

export function reservation(changes: Partial<Reservation> = {}): Reservation {
  return {
    ...row(),
    notes: 'Ruft abends an.',
    email_confirmed_at: null,
    mobile_as_typed: '•••• 4567',
    monthly_abschlag_cents: 8900,
    figures: {},
    client_figures: {},
    differences: [],
    spot: { state: 'reserved', held_until: null, held_for: null },
    touches: [],
    consents: [],
    mails: [],
    timeline: [],
    operations: [],
    undo: null,
    duplicates: [],
    merged_into_id: null,
    ...changes,
  }
}
