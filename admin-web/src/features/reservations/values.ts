/** Names and values of stored fields in words, for timelines, comparisons and exports. */

import { formatDay, formatKwh, formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { DEPOSITS } from '@/lib/operationWords'
import { packageName, planName } from '@/lib/reservationWords'
import { stateWords } from '@/lib/states'
import { kindWord } from '@/ui/mail/mail'
import { HOUSEHOLD, HOUSEHOLD_NAMES } from './fields'
import type { Reservation } from './types'

const LABELS: Record<string, string> = {
  ...Object.fromEntries(HOUSEHOLD_NAMES.map((name) => [name, HOUSEHOLD[name].label])),
  reference: 'Referenz',
  park: 'Park',
  park_id: 'Park',
  spot_number: 'Platz',
  state: 'Stand',
  deposit_state: 'Kartenprüfung',
  first_name: 'Vorname',
  last_name: 'Nachname',
  email: 'E-Mail-Adresse',
  email_normalized: 'E-Mail-Adresse, vereinheitlicht',
  phone: 'Mobilnummer',
  mobile_phone: 'Mobilnummer',
  mobile_phone_e164: 'Mobilnummer, vereinheitlicht',
  postcode: 'Postleitzahl',
  street: 'Anschrift',
  town: 'Ort',
  annual_kwh: 'Paket',
  payment_plan: 'Zahlung',
  credit_tenth_ct: 'Gutschrift je kWh',
  nominal_interest_bp: 'Sollzins',
  effective_interest_bp: 'Effektiver Jahreszins',
  share_amount_cents: 'Anteil',
  plan_total_cents: 'Summe',
  instalment_cents: 'Rate',
  last_instalment_cents: 'Letzte Rate',
  monthly_credit_cents: 'Gutschrift im Monat',
  annual_credit_cents: 'Gutschrift im Jahr',
  total_credits_cents: 'Gutschriften in 20 Jahren',
  minimum_total_cents: 'Gutschriften in 20 Jahren bei 5 Cent',
  break_even_tenth_years: 'Gedeckt nach der Formel (Preis + 50 €)',
  paid_break_even_tenth_years: 'Gedeckt, was gezahlt wird',
  setup_fee_cents: 'Einrichtung',
  yearly_platform_fee_cents: 'Plattform im Jahr',
  deposit_cents: 'Kartenprüfung',
  monthly_abschlag_cents: 'Abschlag im Monat',
  utm_source: 'Quelle',
  utm_campaign: 'Kampagne',
  referral_code: 'Empfehlung',
  duplicate_suspected: 'Dublette vermutet',
  duplicate_checked: 'Dublette geprüft',
  duplicate_checked_at: 'Dublette geprüft',
  price_mismatch: 'Preis weicht ab',
  price_checked: 'Preis geprüft',
  price_checked_at: 'Preis geprüft',
  tags: 'Merkmale',
  notes: 'Notizen',
  follow_up_on: 'Wiedervorlage',
  follow_up_subject: 'Worum es geht',
  merged_into_id: 'Aufgegangen in',
  merged_from: 'Zusammengeführt mit',
  spot: 'Platz',
  erased: 'Daten gelöscht',
  hand_over: 'Übergabe',
  handed_over_to: 'Übergeben an',
  refunded_cents: 'Erstattet',
  refunded_on: 'Erstattet am',
  refund_reference: 'Verwendungszweck',
  untold_because: 'Haushalt nicht benachrichtigt, weil',
  withheld_mails: 'Nicht mehr versandte Mails',
  email_confirmed_at: 'E-Mail bestätigt',
  confirm_by: 'Zu bestätigen bis',
  invited_at: 'Eingeladen am',
  decide_by: 'Zu antworten bis',
  decided_at: 'Anteil festgelegt am',
  channel: 'Eingang über',
  received_on: 'Schreiben vom',
  created_at: 'Eingang',
  updated_at: 'Geändert',
}

export const fieldLabel = (name: string): string => LABELS[name] ?? name.replaceAll('_', ' ')

/** How an offer of the place to another household stands. */
const HAND_OVERS: Record<string, string> = {
  open: 'angeboten',
  declined: 'abgelehnt',
  withdrawn: 'zurückgezogen',
  expired: 'ohne Antwort',
}

/** What became of the place when its hold ended. */
const SPOTS: Record<string, string> = { held: 'gehalten', free: 'frei' }

const CODES: Record<string, (value: string) => string> = {
  state: stateWords,
  deposit_state: (value) => DEPOSITS[value] ?? value,
  payment_plan: planName,
  hand_over: (value) => HAND_OVERS[value] ?? value,
  spot: (value) => SPOTS[value] ?? value,
  withheld_mails: kindWord,
}

/** A stored value as people read it; „leer“ where there is none. */
export function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leer'
  if (Array.isArray(value)) return listWords(name, value)
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return formatFigure(name, value)
  if (name.endsWith('_at') || name.endsWith('_by')) return formatMoment(String(value))
  if (name.endsWith('_on')) return formatDay(String(value))
  return CODES[name]?.(String(value)) ?? String(value)
}

function listWords(name: string, values: unknown[]): string {
  const words = values.map((value) => CODES[name]?.(String(value)) ?? String(value))
  return words.length > 0 ? words.join(', ') : 'leer'
}

/** The monthly payment, or the band it lies in: „100 € bis unter 150 €“. */
export function abschlagWords(
  record: Pick<Reservation, 'monthly_abschlag_cents' | 'monthly_abschlag_band'>,
): string {
  const { monthly_abschlag_cents: cents, monthly_abschlag_band: band } = record
  if (cents !== null) return formatMoney(cents)
  const from = formatMoney(band.from_cents)
  if (band.below_cents === null) return `ab ${from}`
  const below = formatMoney(band.below_cents)
  return band.from_cents === 0 ? `unter ${below}` : `${from} bis unter ${below}`
}

function formatFigure(name: string, value: number): string {
  if (name.endsWith('_cents')) return formatMoney(value)
  if (name.endsWith('_bp')) return `${formatNumber(value / 100)}\u00a0%`
  if (name.endsWith('_tenth_ct')) return `${formatNumber(value / 10)}\u00a0ct`
  if (name.endsWith('_tenth_years')) return `${formatNumber(value / 10)}\u00a0Jahre`
  if (name === 'annual_kwh') return `${packageName(value)}, ${formatKwh(value)}`
  return formatNumber(value)
}
