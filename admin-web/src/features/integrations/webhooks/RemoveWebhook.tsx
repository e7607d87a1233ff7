import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import type { Webhook } from './webhook'

/** Asks, then ends a webhook for good. */
export function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange()
  const notify = useNotify()
  const navigate = useNavigate()

  async function remove() {
    if (
      !(await run('delete', '/api/staff/webhooks/{id}', { params: { path: { id: webhook.id } } }))
    )
      return
    notify(`„${webhook.name}“ ist entfernt.`, { type: 'success' })
    navigate('/webhooks')
  }

  return (
    <QuestionDialog
      title={`„${webhook.name}“ entfernen`}
      button="Entfernen"
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p className="flush">
        Der Empfänger bekommt nichts mehr, auch nicht, was noch wartet. Zurückholen lässt sich das
        nicht. Wenn es nur für eine Weile sein soll, halten Sie den Webhook an.
      </p>
    </QuestionDialog>
  )
}
