import { EditDialog } from '@/ui/form/EditDialog'
import { FieldProblem, TextInput, useField } from '@/ui/form/inputs'
import {
  type EventName,
  type EventType,
  groupedEvents,
  type NewWebhook,
  type Webhook,
  webhookKind,
} from './webhook'

interface WebhookDialogProps {
  /** The one to change; `null`: a new one. */
  webhook: Webhook | null
  events: readonly EventType[]
  onClose: () => void
  onAdded?: (made: NewWebhook) => void
}

/** Name, address and events of a webhook. */
export function WebhookDialog({ webhook, events, onClose, onAdded }: WebhookDialogProps) {
  return (
    <EditDialog
      title={webhook ? 'Webhook ändern' : 'Webhook anlegen'}
      button={webhook ? 'Speichern' : 'Anlegen'}
      maxWidth="sm"
      schema="WebhookIn"
      kind={webhookKind(events)}
      start={webhook ?? { name: '', url: 'https://', events: events.map(({ type }) => type) }}
      isWhole={webhook === null}
      save={async (call, body, { base }): Promise<Webhook> => {
        if ('version' in base)
          return call('put', '/api/staff/webhooks/{id}', {
            params: { path: { id: base.id } },
            body: { ...body, version: base.version },
          })
        const made = await call('post', '/api/staff/webhooks', { body })
        onAdded?.(made)
        return made
      }}
      renews={['webhooks']}
      done={webhook ? 'Der Webhook ist gespeichert.' : undefined}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label="Name"
        hint="Wer bekommt Bescheid? Zum Beispiel: Buchhaltung."
        autoFocus
      />
      <TextInput
        source="url"
        label="Adresse"
        type="url"
        hint="Beginnt mit https:// und ist im Internet erreichbar."
        html={{ spellCheck: false }}
      />
      <EventChoice events={events} />
    </EditDialog>
  )
}

/** Which events are told, each by the name people use and the one programs read. */
function EventChoice({ events }: { events: readonly EventType[] }) {
  const { value: chosen, onChange, problem } = useField<EventName[]>('events')
  const toggle = (type: EventName) =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  const toggleAll = (types: readonly EventName[], isOn: boolean) =>
    onChange([...chosen.filter((one) => !types.includes(one)), ...(isOn ? types : [])])
  return (
    <>
      {groupedEvents(events).map(([title, group]) => {
        const types = group.map(({ type }) => type)
        const count = types.filter((type) => chosen.includes(type)).length
        return (
          <fieldset key={title} className="events">
            <legend>{title}</legend>
            <label className="event-all">
              <input
                type="checkbox"
                checked={count === types.length}
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < types.length
                }}
                onChange={({ target }) => toggleAll(types, target.checked)}
              />
              <b>Alle</b>
            </label>
            {group.map(({ type, words }) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={() => toggle(type)}
                />
                <span>
                  {words}
                  <small>{type}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
      <FieldProblem words={problem} />
    </>
  )
}
