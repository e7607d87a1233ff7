import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { sending } from '@/session/mailWords'
import { QuestionDialog } from '@/ui/form/QuestionDialog'

/** After a restore: mails that may have left already are sent once a person has confirmed it. Nothing while there is
 * none. */
export function ReleaseHeld() {
  const { data, refetch } = useStaffQuery('/api/staff/mails/held')
  const [isOpen, setOpen] = useState(false)
  const held = data?.held ?? 0
  if (held === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{heldWords(held)}</Button>
      {isOpen && <Question held={held} onClose={() => setOpen(false)} onDone={refetch} />}
    </>
  )
}

function Question(props: { held: number; onClose: () => void; onDone: () => unknown }) {
  const call = useCall()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function release() {
    setRunning(true)
    try {
      const { queued } = await call('post', '/api/staff/mails/release')
      notify(
        sending(queued === 1 ? 'Eine Mail wird gesendet.' : `${queued} Mails werden gesendet.`),
        {
          type: 'success',
        },
      )
      props.onClose()
      props.onDone()
      refresh()
    } catch (error) {
      setProblem(errorWords(error))
      setRunning(false)
    }
  }

  return (
    <QuestionDialog
      title="Angehaltene Mails senden?"
      button="Alle senden"
      isRunning={isRunning}
      problem={problem}
      onClose={props.onClose}
      onConfirm={release}
    >
      <p>
        {props.held === 1 ? 'Eine Mail wurde' : `${props.held} Mails wurden`} nach einer
        Wiederherstellung angehalten, weil der frühere Server sie vielleicht schon gesendet hat. In
        diesem Fall bekommen die Empfänger sie ein zweites Mal.
      </p>
      <p>Einzelne Mails senden Sie in der Liste, gefiltert nach dem Stand „Angehalten“.</p>
    </QuestionDialog>
  )
}

const heldWords = (held: number) =>
  held === 1 ? 'Eine angehaltene senden …' : `${held} angehaltene senden …`
