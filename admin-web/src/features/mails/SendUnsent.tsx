import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useRefresh } from 'react-admin'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { sending } from '@/session/mailWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { PrintLetters } from '@/ui/mail/PrintLetters'

/** Sends many mails at once, after a question that says how many and which, and prints letters. Nothing while there is none. */
export function SendUnsent() {
  const { data, refetch } = useStaffQuery('/api/staff/mails/unsent')
  const refresh = useRefresh()
  if (!data) return null
  const onDone = () => {
    refetch()
    refresh()
  }
  const { held, retryable, to_print } = data
  return (
    <>
      <PrintLetters count={to_print} />
      <SendAll
        count={held}
        path="/api/staff/mails/release"
        button={counted(held, 'Eine angehaltene senden', 'angehaltene senden')}
        title="Angehaltene Mails senden?"
        onDone={onDone}
      >
        <p>
          {counted(held, 'Eine Mail wurde', 'Mails wurden')} nach einer Wiederherstellung
          angehalten, weil der frühere Server sie vielleicht schon gesendet hat. In diesem Fall
          bekommen die Empfänger sie ein zweites Mal.
        </p>
        <p>Einzelne Mails senden Sie in der Liste, gefiltert nach dem Stand „Angehalten“.</p>
      </SendAll>
      <SendAll
        count={retryable}
        path="/api/staff/mails/retry"
        button={counted(retryable, 'Eine gescheiterte erneut senden', 'erneut senden')}
        title="Gescheiterte Mails erneut senden?"
        onDone={onDone}
      >
        <p>
          {counted(retryable, 'Eine Mail ist', 'Mails sind')} gescheitert oder{' '}
          {retryable === 1 ? 'wartet' : 'warten'} auf einen neuen Versuch. Sie gehen sofort hinaus;
          zurückholen lässt sich das nicht.
        </p>
        <p>
          Liegen bleiben Mails mit Links zum Anmelden, die nicht mehr gelten, und solche, die jemand
          als erledigt vermerkt hat.
        </p>
      </SendAll>
    </>
  )
}

interface SendAllProps {
  count: number
  path: '/api/staff/mails/release' | '/api/staff/mails/retry'
  button: string
  title: string
  onDone: () => void
  children: ReactNode
}

function SendAll({ count, path, button, title, onDone, children }: SendAllProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{button} …</Button>
      {isOpen && (
        <EditDialog
          title={title}
          button={counted(count, 'Senden', 'Mails senden')}
          save={(call) => call('post', path)}
          done={({ queued }) =>
            sending(counted(queued, 'Eine Mail wird gesendet.', 'Mails werden gesendet.'))
          }
          onSaved={() => {
            setOpen(false)
            onDone()
          }}
          onClose={() => setOpen(false)}
        >
          {children}
        </EditDialog>
      )}
    </>
  )
}
