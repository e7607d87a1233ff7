import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { EditDialog } from '@/ui/form/EditDialog'
import { OnceDialog } from '../OnceDialog'
import { DeliveryDialog } from './DeliveryDialog'
import { WebhookDialog } from './WebhookDialog'
import type { DeliveryWhole, EventType, NewWebhook, Webhook } from './webhook'

interface WebhookActionsProps {
  webhook: Webhook
  events: readonly EventType[]
}

type Open = 'edit' | 'secret' | 'remove' | null

/** What can be done with a webhook. */
export function WebhookActions({ webhook, events }: WebhookActionsProps) {
  const [open, setOpen] = useState<Open>(null)
  const [tested, setTested] = useState<DeliveryWhole | null>(null)
  const { run, isRunning, problem } = useStaffChange('webhooks')
  const notify = useNotify()
  const close = () => setOpen(null)
  const params = { path: { id: webhook.id } }

  async function test() {
    const delivery = await run('post', '/api/staff/webhooks/{id}/test', { params })
    if (delivery) setTested(delivery)
  }

  async function toggle() {
    const isPaused = webhook.paused !== null
    const action = isPaused ? 'resume' : 'pause'
    if (!(await run('post', `/api/staff/webhooks/{id}/${action}`, { params }))) return
    notify(
      isPaused ? 'Es geht weiter, zuerst mit dem Gesammelten.' : 'Der Webhook ist angehalten.',
      {
        type: 'success',
      },
    )
  }

  return (
    <>
      <p className="buttons">
        {webhook.paused && (
          <Button variant="contained" disabled={isRunning} onClick={() => void toggle()}>
            Fortsetzen
          </Button>
        )}
        <Button
          variant={webhook.paused ? 'outlined' : 'contained'}
          aria-disabled={isRunning}
          onClick={() => !isRunning && void test()}
        >
          Testereignis senden
        </Button>
        {!webhook.paused && (
          <Button disabled={isRunning} onClick={() => void toggle()}>
            Anhalten
          </Button>
        )}
        <Button onClick={() => setOpen('edit')}>Ändern</Button>
        <Button onClick={() => setOpen('secret')}>Geheimnis erneuern</Button>
        <Button onClick={() => setOpen('remove')}>Entfernen</Button>
      </p>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      {tested && <DeliveryDialog id={tested.id} onClose={() => setTested(null)} />}
      {open === 'edit' && events.length > 0 && (
        <WebhookDialog webhook={webhook} events={events} onClose={close} />
      )}
      {open === 'secret' && <RotateSecret webhook={webhook} onClose={close} />}
      {open === 'remove' && <RemoveWebhook webhook={webhook} onClose={close} />}
    </>
  )
}

/** Asks, then ends a webhook for good. */
function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <EditDialog
      title={`„${webhook.name}“ entfernen`}
      button="Entfernen"
      save={(call) =>
        call('delete', '/api/staff/webhooks/{id}', { params: { path: { id: webhook.id } } })
      }
      done={`„${webhook.name}“ ist entfernt.`}
      onSaved={() => void navigate('/webhooks')}
      onClose={onClose}
    >
      <p className="flush">
        Der Empfänger bekommt nichts mehr, auch nicht, was noch wartet. Zurückholen lässt sich das
        nicht. Wenn es nur für eine Weile sein soll, halten Sie den Webhook an.
      </p>
    </EditDialog>
  )
}

/** Asks first, then shows the new secret once. */
function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [made, setMade] = useState<NewWebhook | null>(null)
  if (made)
    return (
      <OnceDialog
        title={`Neues Geheimnis für „${made.name}“`}
        what="Geheimnis"
        value={made.secret}
        onClose={onClose}
      >
        Tragen Sie es innerhalb von 24 Stunden beim Empfänger ein. So lange unterschreiben wir mit
        beiden. Wir zeigen es nur dieses eine Mal.
      </OnceDialog>
    )
  return (
    <EditDialog
      title="Geheimnis erneuern"
      button="Erneuern"
      save={(call) =>
        call('post', '/api/staff/webhooks/{id}/secret', { params: { path: { id: webhook.id } } })
      }
      renews={['webhooks']}
      onSaved={setMade}
      onClose={onClose}
    >
      <p className="flush">
        Sie bekommen ein neues Geheimnis. Das bisherige gilt noch 24 Stunden daneben, damit beim
        Empfänger nichts ausfällt.
      </p>
    </EditDialog>
  )
}
