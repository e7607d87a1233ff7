import { useCall } from '@/api/useCall'
import { Conflict } from '@/ui/form/Conflict'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
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
export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, events, onClose } = props
  const edit = useWebhookSave(props)
  const { form, errors, type, conflict } = edit
  return (
    <FormDialog
      title={webhook ? 'Webhook ändern' : 'Webhook anlegen'}
      button={webhook ? 'Speichern' : 'Anlegen'}
      isBlocked={edit.isBlocked || conflict !== null}
      problem={edit.problem}
      isWide
      onClose={onClose}
      onSubmit={edit.submit}
    >
      {conflict ? (
        <Conflict kind={edit.kind} versions={conflict} />
      ) : (
        <>
          <TextInput
            label="Name"
            value={form.name}
            problem={errors.name}
            hint="Wer bekommt Bescheid? Zum Beispiel: Buchhaltung."
            autoFocus
            onValue={(name) => type({ name })}
            slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
          />
          <TextInput
            label="Adresse"
            type="url"
            value={form.url}
            problem={errors.url}
            hint="Beginnt mit https:// und ist im Internet erreichbar."
            onValue={(url) => type({ url })}
            slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off', spellCheck: false } }}
          />
          <EventChoice
            events={events}
            chosen={form.events}
            problem={errors.events}
            onChange={(chosen) => type({ events: chosen })}
          />
        </>
      )}
    </FormDialog>
  )
}

function useWebhookSave({ webhook, events, onClose, onAdded }: WebhookDialogProps) {
  const call = useCall()
  const start = webhook ?? { name: '', url: 'https://', events: events.map(({ type }) => type) }
  return useVersionedSave(webhookKind(events), start, {
    renews: ['webhooks'],
    isWhole: webhook === null,
    async save(_, base, body): Promise<Webhook> {
      if ('version' in base)
        return call('put', '/api/staff/webhooks/{id}', {
          params: { path: { id: base.id } },
          body: { ...body, version: base.version },
        })
      const made = await call('post', '/api/staff/webhooks', { body })
      onAdded?.(made)
      return made
    },
    onSaved() {
      onClose()
      return webhook && { words: 'Der Webhook ist gespeichert.' }
    },
  })
}
