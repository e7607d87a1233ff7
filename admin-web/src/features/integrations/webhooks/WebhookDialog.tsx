import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { EventChoice } from './EventChoice'
import { type EventType, type NewWebhook, type Webhook, webhookKind } from './webhook'

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
