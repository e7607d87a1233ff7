/** A list of reservations on its way in: its plan, its columns, and what is said of them. Pure. */
import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'
import type { Shape } from '@/lib/states'
import { HOUSEHOLD, HOUSEHOLD_NAMES } from '../fields'

/** How the columns of a list are read. Columns are counted from 0. */
export type ListMapping = Schemas['ListMappingOut']
/** What would become of every row; nothing is stored. */
export type Plan = Schemas['PlanOut']
export type PlannedRow = Schemas['PlannedRowOut']
export type Fate = PlannedRow['fate']
/** An imported list. */
export type ListImport = Schemas['ListImportOut']

export const LARGEST_FILE = 10 * 1024 * 1024

interface ListField {
  name: string
  label: string
  /** One value for all rows, where no column has it: what is sent, and what people read. */
  fixed?: readonly (readonly [string, string])[]
}

/** What every row needs, in the order of the form. */
export const NEEDED_FIELDS: readonly ListField[] = [
  { name: 'first_name', label: 'Vorname' },
  { name: 'last_name', label: 'Nachname' },
  { name: 'name', label: 'Name in einer Spalte' },
  { name: 'email', label: 'E-Mail' },
  { name: 'mobile_phone', label: 'Telefon' },
  { name: 'postcode', label: 'Postleitzahl' },
  ...HOUSEHOLD_NAMES.map((name) => {
    const { label, choices = [], fixed } = HOUSEHOLD[name]
    return { name, label, fixed: fixed ?? choices.map((one) => [one, one] as const) }
  }),
  {
    name: 'annual_kwh',
    label: 'Paket',
    fixed: [
      ['1000', 'Basic, 1.000 kWh'],
      ['2000', 'Standard, 2.000 kWh'],
      ['3000', 'Premium, 3.000 kWh'],
    ],
  },
  {
    name: 'payment_plan',
    label: 'Zahlung',
    fixed: [
      ['Einmalzahlung', 'Einmalzahlung'],
      ['24 Raten', '24 Raten'],
      ['48 Raten', '48 Raten'],
    ],
  },
  {
    name: 'credit',
    label: 'Gutschrift je kWh',
    fixed: ['5', '5,5', '6', '6,5', '7', '7,5', '8'].map((cents) => [cents, `${cents} Cent`]),
  },
  { name: 'consent', label: 'Einwilligung' },
]

/** What a list may have beside it. */
export const FURTHER_FIELDS: readonly ListField[] = [
  { name: 'street', label: 'Straße und Hausnummer' },
  { name: 'town', label: 'Ort' },
  { name: 'received_on', label: 'Eingegangen am' },
  { name: 'note', label: 'Notiz' },
  { name: 'utm_source', label: 'utm_source' },
  { name: 'utm_medium', label: 'utm_medium' },
  { name: 'utm_campaign', label: 'utm_campaign' },
]

const ALL_FIELDS = [...NEEDED_FIELDS, ...FURTHER_FIELDS]

const fieldLabel = (name: string): string =>
  ALL_FIELDS.find((field) => field.name === name)?.label ?? ''

/** The mapping with a field read from a column (`c:4`), fixed for all rows (`f:2000`), or not at all. */
export function withField(mapping: ListMapping, name: string, choice: string): ListMapping {
  const { [name]: _column, ...columns } = mapping.columns
  const { [name]: _text, ...fixed } = mapping.fixed
  const value = choice.slice(2)
  if (choice.startsWith('c:'))
    return { ...mapping, columns: { ...columns, [name]: Number(value) }, fixed }
  if (choice.startsWith('f:')) return { ...mapping, columns, fixed: { ...fixed, [name]: value } }
  return { ...mapping, columns, fixed }
}

/** What `withField` would be told for the field as it stands. */
export function choiceOf({ columns, fixed }: ListMapping, name: string): string {
  if (columns[name] !== undefined) return `c:${columns[name]}`
  return fixed[name] === undefined ? '' : `f:${fixed[name]}`
}

/** How a row is shown: what needs looking at comes first. */
export type Group = 'refused' | 'known' | 'remarks' | 'place'

export const GROUPS: Record<Group, { label: string; shape: Shape }> = {
  refused: { label: 'Abgewiesen', shape: 'crossed' },
  known: { label: 'Schon bekannt', shape: 'half' },
  remarks: { label: 'Berichtigt', shape: 'notch' },
  place: { label: 'Ohne Auffälligkeit', shape: 'full' },
}

export const GROUP_NAMES = Object.keys(GROUPS) as Group[]

export function groupOf({ fate, remarks, known }: PlannedRow): Group {
  if (fate === 'refused') return 'refused'
  if (known) return 'known'
  return remarks.length > 0 ? 'remarks' : 'place'
}

/** Rows by group, in the order of the list within each. */
export function byGroup(rows: readonly PlannedRow[]): { group: Group; rows: PlannedRow[] }[] {
  return GROUP_NAMES.map((group) => ({
    group,
    rows: rows.filter((row) => groupOf(row) === group),
  })).filter(({ rows: own }) => own.length > 0)
}

/** Why a row is where it is, a sentence each. */
export function reasonsOf({ faults, remarks, known, fate }: PlannedRow): string[] {
  const wrong = faults.map(({ field, message }) =>
    fieldLabel(field) ? `${fieldLabel(field)}: ${message}` : message,
  )
  if (!known) return [...wrong, ...remarks]
  const what = fate === 'place' ? 'wird trotzdem eingetragen' : 'wird ausgelassen'
  return [...wrong, `${whereKnown(known)}; ${what}.`, ...remarks]
}

function whereKnown({ line, reference, is_same_name }: NonNullable<PlannedRow['known']>): string {
  if (line !== null) return `Dieser Haushalt steht schon in Zeile ${line}`
  if (is_same_name) return `Dieser Haushalt hat ${reference}`
  return `Unter dieser E-Mail-Adresse oder Telefonnummer gibt es ${reference}, mit anderem Namen`
}

export const rowsWords = (count: number): string => counted(count, 'eine Zeile', 'Zeilen')

export const reservationsWords = (count: number): string =>
  counted(count, 'Eine Reservierung', 'Reservierungen')

/** What the whole list comes to. */
export function planWords({ rows, places, refused, known }: Plan): string {
  const parts = [
    `${rowsWords(rows.length)}: ${counted(places, 'eine bekommt einen Platz', 'bekommen einen Platz')}`,
  ]
  if (refused > 0) parts.push(counted(refused, 'eine wird abgewiesen', 'werden abgewiesen'))
  if (known > 0) parts.push(counted(known, 'eine ist schon bekannt', 'sind schon bekannt'))
  return `${parts.join(', ')}.`.replace(/^e/, 'E')
}

/** A row whose fate has changed between two plans, in words. */
export interface Difference {
  line: number
  name: string
  before: string
  after: string
}

/** Where two plans of the same list differ. */
export function differences(before: Plan, after: Plan): Difference[] {
  const earlier = new Map(before.rows.map((row) => [row.line, row]))
  return after.rows.flatMap((row) => {
    const was = fateText(earlier.get(row.line))
    const is = fateText(row)
    return was === is ? [] : [{ line: row.line, name: row.name, before: was, after: is }]
  })
}

function fateText(row: PlannedRow | undefined): string {
  if (!row) return 'nicht in der Liste'
  if (row.fate === 'place') return `Platz ${row.spot_number}`
  if (row.fate === 'known') return 'schon bekannt'
  return reasonsOf(row)[0] ?? 'abgewiesen'
}

/** Whether rows are being entered. One with a problem waits for staff. */
export const goesOn = ({ state, problem }: ListImport): boolean =>
  state === 'running' && problem === null

/** What came of an import. */
export function doneWords({ entered, later, moved, waiting }: ListImport): string {
  const parts = [`${reservationsWords(entered)} ${entered === 1 ? 'ist' : 'sind'} eingetragen.`]
  if (waiting > 0) parts.push(`${rowsWords(waiting)} ${waiting === 1 ? 'wartet' : 'warten'} noch.`)
  if (moved > 0)
    parts.push(
      counted(
        moved,
        'Eine hat einen anderen Platz als geplant, weil inzwischen jemand reserviert hat.',
        'haben einen anderen Platz als geplant, weil inzwischen jemand reserviert hat.',
      ),
    )
  if (later.length > 0)
    parts.push(
      counted(
        later.length,
        'Eine Zeile wurde dabei noch abgewiesen.',
        'Zeilen wurden dabei noch abgewiesen.',
      ),
    )
  return parts.join(' ')
}
