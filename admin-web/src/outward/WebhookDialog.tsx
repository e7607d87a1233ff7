import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { EventChoice } from './EventChoice'
import type { EventType, NewWebhook, Webhook } from './webhook'

interface WebhookDialogProps {
  /** The one to change; `null`: a new one. */
  webhook: Webhook | null
  events: readonly EventType[]
  onClose: () => void
  onAdded?: (made: NewWebhook) => void
}

/** Name, address and events of a webhook. */
export function WebhookDialog({ webhook, events, onClose, onAdded }: WebhookDialogProps) {
  const id = useId()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? 'https://')
  const [chosen, setChosen] = useState<readonly string[]>(
    webhook?.events ?? events.map(({ type }) => type),
  )
  const { save, isRunning, problem, fieldErrors } = useWebhookSave(webhook, onAdded)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await save({ name: name.trim(), url: url.trim(), events: chosen })) onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={id}>{webhook ? 'Webhook ändern' : 'Webhook anlegen'}</DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            label="Name"
            value={name}
            error={'name' in fieldErrors}
            helperText={fieldErrors.name ?? 'Wer bekommt Bescheid? Zum Beispiel: Buchhaltung.'}
            autoFocus
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
          />
          <TextField
            label="Adresse"
            type="url"
            value={url}
            error={'url' in fieldErrors}
            helperText={fieldErrors.url ?? 'Beginnt mit https:// und ist im Internet erreichbar.'}
            onChange={({ target }) => setUrl(target.value)}
            slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off', spellCheck: false } }}
          />
          <EventChoice
            events={events}
            chosen={chosen}
            problem={fieldErrors.events}
            onChange={setChosen}
          />
          {problem && Object.keys(fieldErrors).length === 0 && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            {webhook ? 'Speichern' : 'Anlegen'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Typed = Pick<Webhook, 'name' | 'url'> & { events: readonly string[] }

/** Saves what was typed; true when the server took it. */
function useWebhookSave(webhook: Webhook | null, onAdded: WebhookDialogProps['onAdded']) {
  const { run, ...told } = useStaffChange('webhooks')
  const notify = useNotify()

  async function save(typed: Typed): Promise<boolean> {
    if (!webhook) {
      const made = await run<NewWebhook>('POST', 'webhooks', typed)
      if (made) onAdded?.(made)
      return made !== null
    }
    const body = { ...typed, version: webhook.version }
    const isSaved = (await run('PUT', `webhooks/${webhook.id}`, body)) !== null
    if (isSaved) notify('Der Webhook ist gespeichert.', { type: 'success' })
    return isSaved
  }

  return { save, ...told }
}
