import { counted, formatDay } from '@/lib/format'
import { timingWords } from '@/lib/timingWords'
import { PERIODS } from './periods'
import type { Format, Recipient, ScheduleInput } from './schedule'

/** Each form with what it is good for. */
export const FORMATS: readonly (readonly [Format, label: string, meaning: string])[] = [
  [
    'body',
    'Kennzahlen in der Mail',
    'Die wichtigsten Zahlen und die ersten Zeilen stehen gleich im Text.',
  ],
  ['pdf', 'PDF', 'Mit den Bildern und Tabellen des Berichts, zum Lesen und Weitergeben.'],
  ['xlsx', 'Excel', 'Ein Blatt je Tabelle, zum Weiterrechnen.'],
  [
    'csv',
    'CSV',
    'Eine Datei je Tabelle, mit Komma und Umlauten für deutsches Excel; mehr als drei kommen in einer ZIP-Datei.',
  ],
  ['parquet', 'Parquet', 'Eine Datei je Tabelle, für eigene Auswertungsprogramme.'],
]

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FORMATS.map(([name, label]) => [name, label])),
  zip: 'ZIP mit den Tabellen',
}
export const formatWord = (form: string): string => FORMAT_WORDS[form] ?? form

/** „a, b und c“. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} und ${last}`
}

export const recipientsWords = (count: number): string =>
  count === 1 ? 'an eine Adresse' : `an ${count} Adressen`

/** „Ein Empfänger bekommt nichts.“; empty where all get it. */
export function silentWords(whom: readonly Recipient[]): string {
  const count = whom.filter(({ left_out }) => left_out !== null).length
  if (count === 0) return ''
  return counted(count, 'Ein Empfänger bekommt nichts.', 'Empfänger bekommen nichts.')
}

/** „Eine Adresse außerhalb ist bald neu zu bestätigen.“; empty where none is. */
export function endingWords(whom: readonly Recipient[]): string {
  const count = whom.filter(({ state }) => state === 'ending').length
  if (count === 0) return ''
  return counted(
    count,
    'Eine Adresse außerhalb ist bald neu zu bestätigen.',
    'Adressen außerhalb sind bald neu zu bestätigen.',
  )
}

/** „am 1. jedes Monats“ → „Am 1. jedes Monats“. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What a schedule does, in one sentence. */
export function summary(schedule: ScheduleInput, title: string): string {
  const { timing, zone, period, recipients, formats } = schedule
  const what = period ? `${title}, ${periodWord(period)}` : title
  const how = formats.length > 0 ? `, als ${listed(orderedWords(formats))}` : ''
  return `${capitalised(timingWords(timing, zone))}: ${what}, ${recipientsWords(recipients.length)}${how}.`
}

const orderedWords = (formats: readonly string[]): string[] =>
  FORMATS.filter(([name]) => formats.includes(name)).map(([, label]) => label)

function periodWord(period: string): string {
  const words = PERIODS[period] ?? period
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** „14.11.2026 bis 20.11.2026“, or the one day. */
export const daysWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`
