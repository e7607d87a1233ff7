import type { Schemas } from '@/api/operations'

type Edit = Required<Schemas['ReservationEditIn']>

/** A field about the household. Desk entry, facts, list, filters, comparison and import are built from this table. */
interface HouseholdField {
  label: string
  /** The options of a select; without them the field is an input. */
  choices?: readonly string[]
  /** Euros; stored in cents, and not a column of the list. */
  isAmount?: true
  /** Hidden from marketing. */
  isPersonal?: true
  isNumeric?: true
  /** The list can be filtered by the values that occur. */
  isFiltered?: true
  /** In the form of a desk entry: `width` of ten columns, and what an empty field shows. */
  desk: { order: number; width: number; empty: string }
  /** What an import may set for all rows, value and words; otherwise every choice. */
  fixed?: readonly (readonly [string, string])[]
}

/** Does not compile unless it names every choice of the API. */
const all = <Name extends keyof Edit>(choices: Record<Edit[Name] & string, true>) =>
  Object.keys(choices)

const SIZES = all<'household_size'>({ '1': true, '2': true, '3': true, '4': true, '5+': true })

/** Keys are the names in the API, in the order of the public form. */
const DECLARED = {
  household_size: {
    label: 'Personen',
    choices: SIZES,
    isNumeric: true,
    desk: { order: 2, width: 2, empty: '–' },
    fixed: SIZES.map((size) => [size, `${size} Personen`]),
  },
  energy_provider: {
    label: 'Versorger',
    choices: all<'energy_provider'>({
      'E.ON': true,
      Vattenfall: true,
      EnBW: true,
      RWE: true,
      'Stadtwerke München': true,
      'Stadtwerke Berlin': true,
      'Stadtwerke Hamburg': true,
      '1&1': true,
      'Check24 Energie': true,
      'Verivox Energie': true,
      Andere: true,
    }),
    isPersonal: true,
    isFiltered: true,
    desk: { order: 1, width: 4, empty: 'Bitte wählen' },
    fixed: [['Andere', 'Andere']],
  },
  monthly_abschlag: {
    label: 'Abschlag im Monat',
    isAmount: true,
    desk: { order: 3, width: 2, empty: '94,00 €' },
    fixed: [['0', '0 €, nicht bekannt']],
  },
} as const satisfies { [Name in keyof Edit]?: HouseholdField }

type Declared = typeof DECLARED
export type HouseholdName = keyof Declared
/** The fields whose declaration includes `Part`. */
type With<Part> = {
  [Name in HouseholdName]: Declared[Name] extends Part ? Name : never
}[HouseholdName]
/** Columns of the list, as text. */
export type RowField = Exclude<HouseholdName, With<{ isAmount: true }>>

export const HOUSEHOLD: Readonly<Record<HouseholdName, HouseholdField>> = DECLARED
export const HOUSEHOLD_NAMES = Object.keys(DECLARED) as HouseholdName[]
export const ROW_FIELDS = HOUSEHOLD_NAMES.filter(
  (name): name is RowField => !HOUSEHOLD[name].isAmount,
)
export const FILTERED_FIELDS = HOUSEHOLD_NAMES.filter(
  (name): name is With<{ isFiltered: true }> => HOUSEHOLD[name].isFiltered === true,
)
export const EMPTY_HOUSEHOLD = Object.fromEntries(
  HOUSEHOLD_NAMES.map((name) => [name, '']),
) as Record<HouseholdName, string>
