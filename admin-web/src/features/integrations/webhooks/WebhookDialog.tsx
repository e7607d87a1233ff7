import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { EventChoice } from './EventChoice'
import type { EventName, EventType, NewWebhook, Webhook } from './webhook'

interface WebhookDialogProps {
  /** The one to change; `null`: a new one. */
  webhook: Webhook | null
  events: readonly EventType[]
  onClose: () => void
  onAdded?: (made: NewWebhook) => void
}

/** Name, address and events of a webhook. */
export function WebhookDialog({ webhook, events, onClose, onAdded }: WebhookDialogProps) {
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? 'https://')
  const [chosen, setChosen] = useState<readonly string[]>(
    webhook?.events ?? events.map(({ type }) => type),
  )
  const { save, isRunning, problem, errors } = useWebhookSave(webhook, onAdded)

  async function submit() {
    if (await save({ name: name.trim(), url: url.trim(), events: chosen as EventName[] })) onClose()
  }

  return (
    <FormDialog
      title={webhook ? 'Webhook ändern' : 'Webhook anlegen'}
      button={webhook ? 'Speichern' : 'Anlegen'}
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        value={name}
        problem={errors.name}
        hint="Wer bekommt Bescheid? Zum Beispiel: Buchhaltung."
        autoFocus
        onValue={setName}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <TextInput
        label="Adresse"
        type="url"
        value={url}
        problem={errors.url}
        hint="Beginnt mit https:// und ist im Internet erreichbar."
        onValue={setUrl}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off', spellCheck: false } }}
      />
      <EventChoice events={events} chosen={chosen} problem={errors.events} onChange={setChosen} />
    </FormDialog>
  )
}

/** Saves what was typed; true when the server took it. */
function useWebhookSave(webhook: Webhook | null, onAdded: WebhookDialogProps['onAdded']) {
  const { run, ...told } = useFormChange(['webhooks'])
  const notify = useNotify()

  async function save(typed: Schemas['WebhookIn']): Promise<boolean> {
    if (!webhook) {
      const made = await run('post', '/api/staff/webhooks', { body: typed })
      if (made) onAdded?.(made)
      return made !== null
    }
    const body = { ...typed, version: webhook.version }
    const isSaved =
      (await run('put', '/api/staff/webhooks/{id}', {
        params: { path: { id: webhook.id } },
        body,
      })) !== null
    if (isSaved) notify('Der Webhook ist gespeichert.', { type: 'success' })
    return isSaved
  }

  return { save, ...told }
}
