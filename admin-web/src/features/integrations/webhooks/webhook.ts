import type { Schemas } from '@/api/operations'
import { formatMomentShort } from '@/lib/format'
import type { Shape } from '@/lib/states'
import type { EditKind } from '@/ui/form/versions'

export type Webhook = Schemas['WebhookOut']
export type NewWebhook = Schemas['NewWebhookOut']
export type EventType = Schemas['EventOut']
export type EventName = EventType['type']
type WebhookValues = Schemas['WebhookIn']
export type Delivery = Schemas['WebhookDeliveryOut']
export type DeliveryWhole = Schemas['WebhookDeliveryShowOut']
export type DeliveryState = Delivery['state']

/** How a webhook is edited, or a new one begun. */
export const webhookKind = (
  events: readonly EventType[],
): EditKind<Webhook | WebhookValues, WebhookValues, WebhookValues> => ({
  formOf: ({ name, url, events }) => ({ name, url, events }),
  read: ({ name, url, events }) => ({
    values: { name: name.trim(), url: url.trim(), events },
    problems: {},
  }),
  labels: { name: 'Name', url: 'Adresse', events: 'Ereignisse' },
  show: (member, values) =>
    member === 'events'
      ? events
          .filter(({ type }) => values.events.includes(type))
          .map(({ words }) => words)
          .join(', ')
      : values[member as 'name' | 'url'],
  what: 'diesen Webhook',
})

/** Sun is what waits for an administrator; the rest differs in shape. */
export const WEBHOOK_STATES: Record<Webhook['state'], { label: string; shape: Shape }> = {
  active: { label: 'Aktiv', shape: 'done' },
  failing: { label: 'Antwortet nicht wie erwartet', shape: 'failedHalf' },
  paused: { label: 'Angehalten', shape: 'paused' },
}

const DELIVERY_STATES: Record<DeliveryState | 'retrying', { label: string; shape: Shape }> = {
  waiting: { label: 'Wartet', shape: 'outline' },
  retrying: { label: 'Wird erneut versucht', shape: 'half' },
  delivered: { label: 'Zugestellt', shape: 'full' },
  failed: { label: 'Nicht zugestellt', shape: 'failed' },
}

/** What the log can be narrowed to. */
export const STATE_CHOICES: readonly (readonly [DeliveryState, string])[] = [
  ['waiting', 'Wartet'],
  ['delivered', 'Zugestellt'],
  ['failed', 'Nicht zugestellt'],
]

/** The mark of a delivery; one that failed for now is told apart from one that nobody has tried. */
export function deliveryMark({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  return DELIVERY_STATES[state === 'waiting' && attempts > 0 ? 'retrying' : state]
}

/** What the kinds of events are called; complete, or it does not compile. */
const GROUPS: Record<GroupOf<EventName>, string> = {
  reservation: 'Reservierungen',
  report_run: 'Berichte',
  alert: 'Hinweise',
}
type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never

/** The events in groups, in the order of the server. */
export const groupedEvents = (
  events: readonly EventType[],
): readonly (readonly [string, EventType[]])[] =>
  Object.entries(GROUPS).map(([group, title]) => [
    title,
    events.filter(({ type }) => type.startsWith(`${group}.`)),
  ])

/** „3 von 13 Ereignissen“, „alle Ereignisse“. */
export function eventsWords(chosen: number, all: number): string {
  if (chosen === all) return 'alle Ereignisse'
  return chosen === 1 ? '1 Ereignis' : `${chosen} von ${all} Ereignissen`
}

/** How it goes, in a sentence. */
export function stateWords(webhook: Webhook, moment: (at: string) => string): string {
  if (webhook.paused) {
    const who = webhook.paused.by_system
      ? 'von selbst'
      : `von ${webhook.paused.by_name ?? 'jemandem'}`
    const why = webhook.paused.reason ? ` ${webhook.paused.reason}` : ''
    return `Seit ${moment(webhook.paused.at)} angehalten, ${who}.${why} Was geschieht, sammeln wir 30 Tage.`
  }
  if (webhook.failing_since) {
    const next = webhook.next_attempt_at
      ? ` Nächster Versuch: ${formatMomentShort(webhook.next_attempt_at)}.`
      : ''
    return `Seit ${moment(webhook.failing_since)} kommt nichts an. ${webhook.last?.words ?? ''}${next}`
  }
  if (!webhook.last) return 'Noch nichts gesendet. Prüfen Sie den Empfänger mit einem Testereignis.'
  return webhook.last.words
    ? `Zuletzt: ${webhook.last.words}`
    : `Zuletzt angenommen ${moment(webhook.last.at)}.`
}

/** What the last attempt came to, how many there were, and when the next one is. */
export function outcomeWords(delivery: Delivery): string {
  const { words, status, attempts, next_attempt_at } = delivery
  const last = words ?? (status ? `Angenommen mit ${status}.` : '')
  const tries = attempts > 1 ? `${attempts} Versuche.` : ''
  const next =
    next_attempt_at && attempts > 0 ? `Nächster: ${formatMomentShort(next_attempt_at)}.` : ''
  return [last, tries, next].filter(Boolean).join(' ')
}

/** What a delivery is about, with its page in the console where there is one. */
export function subjectPath(subject: string): string | null {
  const [kind, id] = subject.split(':')
  return kind === 'reservation' && id ? `/reservations/${id}/show` : null
}

/** A body for people: indented where it is JSON. */
export function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** `87` → „87 ms“, `4200` → „4,2 s“. */
export function tookWords(ms: number): string {
  if (ms < 1000) return `${ms}\u00a0ms`
  return `${(ms / 1000).toLocaleString('de-DE', { maximumFractionDigits: 1 })}\u00a0s`
}
