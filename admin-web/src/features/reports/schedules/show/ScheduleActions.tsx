import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { EditDialog } from '@/ui/form/EditDialog'
import { editPath, LIST_PATH, type Schedule } from '../schedule'
import { recipientsWords } from '../words'
import { PauseDialog } from './PauseDialog'

type Question = 'run' | 'pause' | 'remove'

/** Send a proof, send now, pause, go on, change, remove. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id } = schedule
  const [question, setQuestion] = useState<Question | null>(null)
  const { run, isRunning, problem, forget } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function perform(action: 'test' | 'resume', words: string) {
    const params = { path: { schedule_id: id } }
    if (await run('post', `/api/staff/report-schedules/{schedule_id}/${action}`, { params }))
      notify(words, { type: 'success' })
  }
  function ask(next: Question) {
    forget()
    setQuestion(next)
  }

  return (
    <div className="no-print">
      <p className="buttons">
        <Button
          variant="contained"
          disabled={isRunning}
          onClick={() => void perform('test', 'Die Probe wird gerechnet und kommt dann zu Ihnen.')}
        >
          Probe an mich senden
        </Button>
        {schedule.may_change && <Changes {...{ schedule, isRunning, perform, ask }} />}
      </p>
      {problem && !question && <p role="alert">{problem}</p>}
      {question && (
        <Questions schedule={schedule} question={question} onClose={() => setQuestion(null)} />
      )}
    </div>
  )
}

interface ChangesProps {
  schedule: Schedule
  isRunning: boolean
  perform: (action: 'test' | 'resume', words: string) => Promise<void>
  ask: (question: Question) => void
}

/** What only its owner and the administration may do. */
function Changes({ schedule: { id, state }, isRunning, perform, ask }: ChangesProps) {
  return (
    <>
      {state === 'paused' ? (
        <Button
          disabled={isRunning}
          onClick={() => void perform('resume', 'Er kommt wieder zu seinen Terminen.')}
        >
          Weiterlaufen lassen
        </Button>
      ) : (
        <>
          <Button disabled={isRunning} onClick={() => ask('run')}>
            Jetzt senden
          </Button>
          <Button disabled={isRunning} onClick={() => ask('pause')}>
            Anhalten
          </Button>
        </>
      )}
      <Button component={Link} to={editPath(id)}>
        Bearbeiten
      </Button>
      <Button variant="text" disabled={isRunning} onClick={() => ask('remove')}>
        Entfernen
      </Button>
    </>
  )
}

interface QuestionsProps {
  schedule: Schedule
  question: Question
  onClose: () => void
}

/** What is asked once more before it happens, each with what that will be. */
function Questions({ schedule, question, onClose }: QuestionsProps) {
  const { id, name, recipients } = schedule
  const navigate = useNavigate()
  const params = { path: { schedule_id: id } }
  if (question === 'pause') return <PauseDialog id={id} onClose={onClose} />
  if (question === 'run')
    return (
      <EditDialog
        title="Jetzt senden"
        button="Jetzt senden"
        save={(call) => call('post', '/api/staff/report-schedules/{schedule_id}/run', { params })}
        renews={RENEWED}
        done="Der Bericht wird gerechnet und dann gesendet."
        onClose={onClose}
      >
        <p>
          Der Bericht wird gerechnet und geht sofort {recipientsWords(recipients.length)}. Die
          Termine bleiben, wie sie sind.
        </p>
      </EditDialog>
    )
  return (
    <EditDialog
      title="Entfernen"
      button="Entfernen"
      save={(call) => call('delete', '/api/staff/report-schedules/{schedule_id}', { params })}
      renews={RENEWED}
      done={`„${name}“ ist entfernt.`}
      onSaved={() => void navigate(LIST_PATH)}
      onClose={onClose}
    >
      <p>
        „{name}“ wird nicht mehr gesendet und verschwindet aus der Liste. Was schon gesendet ist,
        bleibt bei den Empfängern.
      </p>
    </EditDialog>
  )
}

const RENEWED = ['report-schedules']
