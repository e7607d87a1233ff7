import type { Schemas } from '@/api/operations'

/** How the columns of a file are read. Columns are counted from 0. */
export type Mapping = Schemas['MappingOut']

/** What a person has said of it. All else is guessed, and asked about where the file leaves it open. */
export type Wish = Partial<Mapping>

export type CheckedRow = Schemas['CheckedRowOut']

/** What a file would bring, without anything being stored. */
export type CheckedFile = Schemas['CheckedFileOut']

/** `rows` are days of campaigns: several lines of one add up. `skipped` are lines with sums. */
export type Totals = Schemas['CheckTotalsOut']

export type OnOverlap = 'refuse' | 'keep' | 'replace'

export type Imported = Schemas['TakenOut']

/** An import that was taken over; undone as a whole. */
export type ImportRow = Schemas['ImportOut']

/** A file that came in by itself and that nothing is decided about. */
export type Arrival = Schemas['ArrivalOut']

export const LARGEST_FILE = 2 * 1024 * 1024

/** What the file leaves open, with the readings to choose from. */
export type Question = CheckedFile['questions'][number]

export const DELIMITERS: readonly (readonly [Mapping['delimiter'], string])[] = [
  [';', 'Semikolon (;)'],
  [',', 'Komma (,)'],
  ['\t', 'Tabulator'],
  ['|', 'Senkrechter Strich (|)'],
]

export const NUMBER_FORMATS: readonly (readonly [Mapping['number_format'], string])[] = [
  ['de', '1.299,50 (deutsch)'],
  ['en', '1,299.50 (englisch)'],
]

export const DAY_FORMATS: readonly (readonly [Mapping['day_format'], string])[] = [
  ['de', '31.12.2026'],
  ['iso', '2026-12-31'],
  ['us', '12/31/2026'],
]

/** The percentage of VAT that the amounts include. */
export const VATS: readonly (readonly [Mapping['vat'], string])[] = [
  [0, 'ohne Umsatzsteuer'],
  [19, 'mit 19 % Umsatzsteuer'],
  [7, 'mit 7 % Umsatzsteuer'],
]

export const OVERLAP_CHOICES: readonly {
  name: OnOverlap
  label: string
  meaning: string
}[] = [
  {
    name: 'refuse',
    label: 'Nichts einlesen',
    meaning: 'Solange Tage doppelt sind, bleibt alles, wie es ist.',
  },
  {
    name: 'keep',
    label: 'Vorhandene Beträge behalten',
    meaning: 'Nur Tage, an denen noch nichts steht, kommen dazu.',
  },
  {
    name: 'replace',
    label: 'Vorhandene Beträge ersetzen',
    meaning: 'Was in der Datei steht, gilt. Rückgängig machen holt die alten Beträge zurück.',
  },
]

/** What was decided about the file; the server knows no other choices. */
export type Choices = Required<
  Pick<Schemas['ImportIn'], 'leave_out' | 'reasons' | 'repeated' | 'credits' | 'rates'>
>

export const UNDECIDED: Choices = {
  leave_out: [],
  reasons: {},
  repeated: 'ask',
  credits: 'ask',
  rates: [],
}

/** A campaign as the file names it, where that is unknown or remembered. */
export type FileName = Schemas['FileNameOut']

export type Currency = Schemas['CurrencyOut']

export type Rate = Schemas['RateIn']

export type OwnReason = Choices['reasons'][string]

export type LeftOutReason = Schemas['LeftOutOut']['reason']

export const PLATFORMS: Record<CheckedFile['platform'], string> = {
  google: 'Google Ads',
  meta: 'Meta',
  microsoft: 'Microsoft Advertising',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  other: 'andere Dateien',
}

export const OWN_REASONS: readonly (readonly [OwnReason, string])[] = [
  ['unstated', 'ohne Angabe'],
  ['not_ours', 'gehört nicht zu uns'],
  ['booked_elsewhere', 'schon anders eingetragen'],
  ['wrong', 'Fehler in der Datei'],
]

export const REASON_WORDS: Record<LeftOutReason, string> = {
  ...(Object.fromEntries(OWN_REASONS) as Record<OwnReason, string>),
  repeated: 'steht doppelt in der Datei',
  name: 'wird immer ausgelassen',
}

export const RATE_SOURCES: readonly (readonly [Rate['source'], string])[] = [
  ['ecb', 'Referenzkurs der EZB'],
  ['bank', 'Kurs der Bank'],
  ['invoice', 'Kurs auf der Rechnung'],
  ['other', 'andere Quelle'],
]

export const CREDIT_CHOICES: readonly { name: Choices['credits']; label: string }[] = [
  { name: 'ask', label: 'Noch nicht: Ich prüfe die Zeilen oder lasse sie aus' },
  { name: 'count', label: 'Ja, abziehen: Es sind Gutschriften' },
]

export const REPEATED_CHOICES: readonly { name: Choices['repeated']; label: string }[] = [
  { name: 'drop', label: 'Nur einmal zählen: Die Datei enthält sie versehentlich doppelt' },
  { name: 'count', label: 'Jede zählen: Es sind verschiedene Ausgaben in gleicher Höhe' },
]

/** The choices with one line left out, or taken in again. */
export function withLine(choices: Choices, line: number, isLeftOut: boolean): Choices {
  const others = choices.leave_out.filter((other) => other !== line)
  const { [String(line)]: _, ...reasons } = choices.reasons
  return { ...choices, reasons, leave_out: isLeftOut ? [...others, line] : others }
}

/** The choices with the reason why a line is left out. */
export const withReason = (choices: Choices, line: number, reason: OwnReason): Choices => ({
  ...choices,
  reasons: { ...choices.reasons, [String(line)]: reason },
})

/** The choices with one rate, in place of the one its currency had. */
export const withRate = (choices: Choices, rate: Rate): Choices => ({
  ...choices,
  rates: [...choices.rates.filter(({ currency }) => currency !== rate.currency), rate],
})
