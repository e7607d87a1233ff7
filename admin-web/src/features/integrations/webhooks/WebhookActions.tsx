import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { DeliveryDialog } from './DeliveryDialog'
import { RemoveWebhook } from './RemoveWebhook'
import { RotateSecret } from './RotateSecret'
import { WebhookDialog } from './WebhookDialog'
import type { DeliveryWhole, EventType, Webhook } from './webhook'

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
