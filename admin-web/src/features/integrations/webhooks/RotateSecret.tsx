import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { OnceDialog } from '../OnceDialog'
import type { NewWebhook, Webhook } from './webhook'

/** Asks first, then shows the new secret once. */
export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [made, setMade] = useState<NewWebhook | null>(null)
  const { run, isRunning, problem } = useStaffChange('webhooks')

  async function rotate() {
    const answer = await run('post', '/api/staff/webhooks/{id}/secret', {
      params: { path: { id: webhook.id } },
    })
    if (answer) setMade(answer)
  }

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
    <QuestionDialog
      title="Geheimnis erneuern"
      button="Erneuern"
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void rotate()}
    >
      <p className="flush">
        Sie bekommen ein neues Geheimnis. Das bisherige gilt noch 24 Stunden daneben, damit beim
        Empfänger nichts ausfällt.
      </p>
    </QuestionDialog>
  )
}
