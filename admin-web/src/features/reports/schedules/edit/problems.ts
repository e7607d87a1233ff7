import type { Problems } from '@/ui/form/versions'
import type { ReportInfo, ScheduleInput } from '../schedule'
import type { Draft, DraftCondition } from './typed'

/** What must be put right before it is sent; `rest`: what was typed among the recipients and is no address. */
export function problemsOf(draft: Draft, input: ScheduleInput, rest: string): Problems {
  const { timing, condition } = draft
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
  if (condition && isUnread(condition)) found['condition.value'] = 'Bitte geben Sie eine Zahl ein.'
  Object.assign(found, gateProblems(draft))
  if (whole(draft.cool_down_hours) === null) found.cool_down_hours = WHOLE
  if (!whole(draft.retention_days)) found.retention_days = WHOLE
  return found
}

/** A latest time has to come after the one it is due at, and within a day. */
export function gateProblems({ gate, timing }: Draft): Record<string, string> {
  if (!gate) return {}
  if (gate.needs.length === 0) return { 'gate.needs': 'Bitte wählen Sie, worauf gewartet wird.' }
  if (!gate.until) return { 'gate.until': 'Bitte geben Sie eine Uhrzeit ein.' }
  if (!gate.is_next_day && gate.until <= timing.time)
    return {
      'gate.until': `Der Bericht ist um ${timing.time} Uhr an der Reihe. Bitte wählen Sie eine spätere Uhrzeit oder „am nächsten Tag“.`,
    }
  if (gate.is_next_day && gate.until >= timing.time)
    return {
      'gate.until': `Länger als einen Tag kann ein Bericht nicht warten. Bitte wählen Sie am nächsten Tag eine Uhrzeit vor ${timing.time} Uhr.`,
    }
  return {}
}

const WHOLE = 'Bitte geben Sie eine ganze Zahl ein.'

export const isUnread = (condition: DraftCondition): boolean =>
  (condition.kind === 'rows' ? condition.least : condition.value) === null

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
      if (changes.own_filters && name.startsWith('recipients.')) return false
      if (changes.recipients && name.startsWith('recipients.'))
        return changes.recipients.includes(name.slice('recipients.'.length))
      return !changed.has(name.split('.')[0] ?? name)
    }),
  )
}

/** The first sentence about a field or about something inside it: `condition`, `condition.value`. */
export function problemAt(problems: Problems, field: string): string | undefined {
  const name = Object.keys(problems).find((key) => key === field || key.startsWith(`${field}.`))
  return name === undefined ? undefined : problems[name]
}
