import { useNavigate } from 'react-router-dom'
import { EditDialog } from '@/ui/form/EditDialog'
import type { Webhook } from './webhook'

/** Asks, then ends a webhook for good. */
export function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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
