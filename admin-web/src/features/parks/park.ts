import type { Schemas } from '@/api/operations'
import { formatDay, formatKwh, formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { germanNumber } from '@/lib/germanNumber'
import type { EditKind, Problems } from '@/ui/form/versions'
import type { Park } from '@/ui/park/capacity'
import { writeNumbers } from './spots/ranges'

export type ParkDocument = Schemas['StaffParkShowOut']
export type ParkChange = Schemas['ParkChangeOut']

/** The members of a park that staff can edit. */
export type ParkValues = Omit<Schemas['ParkPatch'], 'version'>

/** The fields that can be changed, in the order of the form; `limit` ones have their own dialog. */
export const PARK_FIELDS = {
  name: { label: 'Name', kind: 'text' },
  location: { label: 'Ort', kind: 'text' },
  status: { label: 'Stand des Baus', kind: 'status' },
  timeline: { label: 'Zeitplan', kind: 'text' },
  progress_note: { label: 'Auskunft für Haushalte', kind: 'note' },
  progress_on: { label: 'Diese Auskunft gilt am', kind: 'day' },
  capacity_kw: { label: 'Leistung in kW', kind: 'number' },
  households: { label: 'Haushalte laut Projekt', kind: 'number' },
  invest_minimum_cents: { label: 'Mindestbetrag für Anlage in €', kind: 'euros' },
} as const satisfies Partial<Record<keyof ParkValues, { label: string; kind: string }>>

export type ParkField = keyof typeof PARK_FIELDS
export type ParkForm = Record<ParkField, string>

export const PARK_FIELD_NAMES = Object.keys(PARK_FIELDS) as ParkField[]

/** What saving comes to. */
export const SAVED = 'Gespeichert. Die öffentlichen Seiten zeigen den neuen Stand.'

export const STATUSES = ['Planung', 'Bauphase', 'Live'] as const

/** A park as text for the form; euros without cents where there are none. */
export function parkForm(park: Park): ParkForm {
  return Object.fromEntries(
    PARK_FIELD_NAMES.map((name) => {
      const { kind } = PARK_FIELDS[name]
      const value = park[name]
      if (kind === 'euros') return [name, (Number(value) / 100).toString().replace('.', ',')]
      return [name, String(value ?? '')]
    }),
  ) as ParkForm
}

/** The form's values as the server takes them, or what is wrong with each field. */
export function readParkForm(form: ParkForm): {
  values: ParkValues
  problems: Problems
} {
  const values: Record<string, string | number> = {}
  const problems: Record<string, string> = {}
  for (const name of PARK_FIELD_NAMES) {
    const text = form[name].trim()
    const { kind } = PARK_FIELDS[name]
    if (kind === 'note' || kind === 'day') {
      // An empty note takes it away; without a day the server says where one is needed.
      if (kind === 'note' || text) values[name] = text
      continue
    }
    if (kind === 'text' || kind === 'status') {
      values[name] = text
      if (text === '') problems[name] = 'Bitte füllen Sie dieses Feld aus.'
      continue
    }
    const number = germanNumber(text)
    if (number === null || number < 0) problems[name] = 'Bitte geben Sie eine Zahl ein, etwa 1.450.'
    else values[name] = kind === 'euros' ? Math.round(number * 100) : number
  }
  // Filled by name; `PARK_FIELDS` holds the names to the document.
  return { values: values as ParkValues, problems }
}

/** Names and values of a change for reading. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(PARK_FIELD_NAMES.map((name) => [name, PARK_FIELDS[name].label])),
  capacity_kw: 'Leistung',
  invest_minimum_cents: 'Mindestbetrag für Anlage',
  spot_limit: 'Grenze der Plätze',
  kwh_limit: 'Grenze in kWh',
  progress_on: 'Auskunft vom',
  numbers: 'Plätze',
  spots: 'Plätze',
  allow_overbooking: 'Überbuchung erlaubt',
  is_paused: 'Reservierungen angehalten',
  is_cancelled: 'Abgesagt',
  confirmed_at: 'Bestätigt',
  connected_on: 'Netzanschluss',
}

export const fieldLabel = (name: string): string => LABELS[name] ?? name

export function fieldValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'keine'
  if (name === 'invest_minimum_cents') return formatMoney(Number(value))
  if (name === 'progress_on' || name === 'connected_on') return formatDay(String(value))
  if (name === 'confirmed_at') return formatMoment(String(value))
  if (name === 'kwh_limit' || name === 'kwh_taken') return formatKwh(Number(value))
  if (name === 'capacity_kw') return `${formatNumber(Number(value))} kW`
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (Array.isArray(value)) return writeNumbers(value)
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

/** How a park is edited. */
export const PARK: EditKind<ParkDocument, ParkForm, ParkValues> = {
  formOf: parkForm,
  read: readParkForm,
  labels: Object.fromEntries(PARK_FIELD_NAMES.map((name) => [name, fieldLabel(name)])),
  show: (name, values) => fieldValue(name, values[name as ParkField]),
  what: 'diesen Park',
}

/** What a change did, for the head of its entry. */
export function changeTitle({ action }: ParkChange): string {
  const titles: Record<string, string> = {
    edited: 'Angaben geändert',
    created: 'Park angelegt',
    spots_blocked: 'Plätze gesperrt',
    spots_released: 'Plätze freigegeben',
    paused: 'Reservierungen angehalten',
    resumed: 'Reservierungen wieder geöffnet',
    cancelled: 'Park abgesagt',
    confirmed: 'Park bestätigt',
    confirmation_taken_back: 'Bestätigung zurückgenommen',
    connected: 'Netzanschluss eingetragen',
    overbooked: 'Überbuchung erlaubt',
    limits_changed: 'Grenzen geändert',
  }
  return titles[action.replace(/^park\./, '')] ?? action
}

/** The fields whose value is another one than before, as „Grenze der Plätze: 500 → 480“. */
export function changeLines({ before, after }: Pick<ParkChange, 'before' | 'after'>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const now = fieldValue(name, after[name])
      if (!(name in before)) return `${fieldLabel(name)}: ${now}`
      return `${fieldLabel(name)}: ${fieldValue(name, before[name])} → ${now}`
    })
}
