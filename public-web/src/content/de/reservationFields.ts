import type { FieldText, RequiredField, TextField } from '@/lib/reservation/fields'
import { figures } from './figures'

const { free } = figures

const WITH_UNIT: Partial<Record<TextField, (value: string) => string>> = {
  household_size: (size) => (size === '1' ? '1 Person' : `${size} Personen`),
}
/** A value as part of a one-line summary. */
export const inLine = (name: TextField, value: string): string => WITH_UNIT[name]?.(value) ?? value

/** The order of the keys is the order of the one-line summary in the review. */
export const fieldText: Readonly<Record<RequiredField, FieldText>> = {
  postcode: {
    label: 'Postleitzahl',
    hint: 'Zum Beispiel 85049',
    input: { autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 10 },
    missing: 'Bitte geben Sie Ihre Postleitzahl ein.',
    malformed: 'Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049.',
    unknown: 'Diese Postleitzahl gibt es nicht.',
  },
  energy_provider: {
    label: 'Ihr Stromversorger',
    short: 'Stromversorger',
    placeholder: 'Bitte wählen',
    missing: 'Bitte wählen Sie Ihren Stromversorger.',
  },
  household_size: {
    label: 'Personen im Haushalt',
    short: 'Personen',
    placeholder: 'Bitte wählen',
    missing: 'Bitte wählen Sie, wie viele Personen im Haushalt leben.',
  },
  monthly_abschlag: {
    label: 'Abschlag im Monat',
    short: 'Abschlag',
    hint: 'Steht auf Ihrer Stromrechnung, zum Beispiel 85,50',
    unit: '€ / Monat',
    input: { autoComplete: 'off', inputMode: 'decimal', maxLength: 20 },
    unreadable: `Diesen Betrag können wir nicht lesen und rechnen mit ${free}. Schreiben Sie ihn zum Beispiel so: 85,50`,
    missing: 'Bitte geben Sie Ihren monatlichen Abschlag ein.',
  },
  first_name: {
    label: 'Vorname',
    input: { autoComplete: 'given-name', maxLength: 100 },
    missing: 'Bitte geben Sie Ihren Vornamen ein.',
  },
  last_name: {
    label: 'Nachname',
    input: { autoComplete: 'family-name', maxLength: 100 },
    missing: 'Bitte geben Sie Ihren Nachnamen ein.',
  },
  email: {
    label: 'E-Mail-Adresse',
    short: 'E-Mail',
    hint: 'An diese Adresse geht Ihre Bestätigung',
    missing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    malformed: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel name@beispiel.de.',
  },
  mobile_phone: {
    label: 'Mobilnummer',
    hint: 'Zum Beispiel 0151 23456789',
    input: { type: 'tel', autoComplete: 'tel', maxLength: 40 },
    missing: 'Bitte geben Sie Ihre Mobilnummer ein.',
    malformed: 'Diese Mobilnummer ist nicht vollständig, zum Beispiel 0151 23456789.',
  },
  consent: {
    label: 'Zustimmung',
    missing: 'Bitte stimmen Sie den Nutzungs\u00adbedingungen zu.',
  },
}
