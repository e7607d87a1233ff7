import { useState } from 'react'
import { EditDialog } from '@/ui/form/EditDialog'
import { OnceDialog } from '../OnceDialog'
import type { NewWebhook, Webhook } from './webhook'

/** Asks first, then shows the new secret once. */
export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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
