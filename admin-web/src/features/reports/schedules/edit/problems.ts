import type { Problems } from '@/ui/form/versions'
import type { ReportInfo, ScheduleInput } from '../schedule'
import type { Draft } from './typed'

/** What must be put right before it is sent; `rest`: what was typed among the recipients and is no address. */
export function problemsOf(draft: Draft, input: ScheduleInput, rest: string): Problems {
  const { timing } = draft
  const found: Record<string, string> = {}
  if (!input.report) found.report = 'Bitte wählen Sie einen Bericht.'
  if (!input.name) found.name = 'Bitte geben Sie einen Namen ein.'
  if (!timing.time) found['timing.time'] = 'Bitte geben Sie eine Uhrzeit ein.'
  if (timing.kind === 'weekly' && timing.weekdays.length === 0)
    found['timing.weekdays'] = 'Bitte wählen Sie mindestens einen Tag.'
  if (rest) found.recipients = notAnAddress(rest)
  else if (input.recipients.length === 0)
    found.recipients = 'Bitte geben Sie mindestens eine Adresse ein.'
  if (input.formats.length === 0) found.formats = 'Bitte wählen Sie mindestens eine Form.'
  const least = whole(draft.least_rows)
  if (least === null || least > MOST_ROWS)
    found.least_rows = 'Bitte geben Sie eine ganze Zahl von 0 bis 1.000 ein.'
  if (!whole(draft.retention_days)) found.retention_days = WHOLE
  return found
}

/** The most rows a schedule can ask for; the server refuses more. */
export const MOST_ROWS = 1_000
const WHOLE = 'Bitte geben Sie eine ganze Zahl ein.'

export const notAnAddress = (text: string): string =>
  /[,;\s]/.test(text)
    ? `„${text}“ sind keine E-Mail-Adressen. Eine Adresse sieht so aus: name@beispiel.de`
    : `„${text}“ ist keine E-Mail-Adresse. Eine Adresse sieht so aus: name@beispiel.de`

/** A whole number as typed; `null` for anything else. */
export function whole(text: string): number | null {
  const plain = text.trim()
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null
}

/** `recipients.1` → `recipients.anna@voltigo.example`: places move when one is taken away. */
export const byAddress = (problems: Problems, recipients: readonly string[]): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, words]) => {
      const place = /^recipients\.(\d+)$/.exec(name)?.[1]
      const address = place === undefined ? undefined : recipients[Number(place)]
      return [address === undefined ? name : `recipients.${address}`, words]
    }),
  )

/** What is left of the sentences of the server once something else is typed. */
export function stillRefused(
  problems: Problems,
  changes: Partial<Draft>,
  { parameters }: Pick<ReportInfo, 'parameters'>,
): Problems {
  const changed = new Set<string>(Object.keys(changes))
  if (changed.has('parameters')) for (const { name } of parameters) changed.add(name)
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => {
      if (changes.recipients && name.startsWith('recipients.'))
        return changes.recipients.includes(name.slice('recipients.'.length))
      return !changed.has(name.split('.')[0] ?? name)
    }),
  )
}

/** The first sentence about a field or about something inside it: `timing`, `timing.time`. */
export function problemAt(problems: Problems, field: string): string | undefined {
  const name = Object.keys(problems).find((key) => key === field || key.startsWith(`${field}.`))
  return name === undefined ? undefined : problems[name]
}
