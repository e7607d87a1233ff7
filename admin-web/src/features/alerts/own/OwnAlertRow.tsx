import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { onItsWay } from '@/session/mailWords'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { quietWords } from '../rule'
import { type OwnAlert, STATE_MARKS } from './ownAlert'

interface OwnAlertRowProps {
  alert: OwnAlert
  /** It was just edited, or a mail led to it: the keyboard goes on here. */
  isLeft: boolean
  onEdit: () => void
}

/** One alert of the person's own: how it stands, and what can be done with it. */
export function OwnAlertRow({ alert, isLeft, onEdit }: OwnAlertRowProps) {
  const { rule, state, state_words, path, by_mail } = alert
  return (
    <>
      <div className="alert-head">
        <ShapeMark {...STATE_MARKS[state]} />
        {alert.judged_at && (
          <span className="muted">
            Geprüft: <MomentField at={alert.judged_at} isShort />
          </span>
        )}
      </div>
      <h3>{rule}</h3>
      <p>{state_words}</p>
      {state === 'open' && <p className="muted">{alert.over}</p>}
      <p className="buttons">
        {state === 'open' && (
          <Button component={Link} to={path} variant="contained">
            Zahl ansehen<span className="visually-hidden">: {rule}</span>
          </Button>
        )}
        <Button onClick={onEdit} autoFocus={isLeft}>
          Ändern<span className="visually-hidden">: {rule}</span>
        </Button>
        <RowActions alert={alert} />
      </p>
      <p className="muted tiny">
        {by_mail ? mailWords(alert) : 'Ohne Mail, nur hier in der Konsole.'}
      </p>
      <Openings alert={alert} />
    </>
  )
}

const mailWords = (alert: OwnAlert): string => {
  const quiet = quietWords(alert)
  return `Eine Mail, wenn er anschlägt, und eine, wenn er vorbei ist.${quiet && ` ${quiet}.`}`
}

/** Pausing, the test mail, deleting. */
function RowActions({ alert }: { alert: OwnAlert }) {
  const { run, isRunning, problem } = useStaffChange('figure-alerts')
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const place = { params: { path: { alert_id: alert.id } } }
  const isPaused = alert.state === 'paused'

  async function toggle() {
    const path = isPaused ? 'resume' : 'pause'
    if (await run('post', `/api/staff/figure-alerts/{alert_id}/${path}`, place))
      notify(isPaused ? 'Es wird wieder geprüft.' : 'Angehalten.', { type: 'success' })
  }
  async function test() {
    if (await run('post', '/api/staff/figure-alerts/{alert_id}/test', place))
      notify(onItsWay('Die Testmail an Ihre Adresse'), { type: 'success' })
  }
  async function remove() {
    if (await run('delete', '/api/staff/figure-alerts/{alert_id}', place))
      notify('Gelöscht.', { type: 'success' })
  }
  const named = <span className="visually-hidden">: {alert.rule}</span>
  return (
    <>
      <Button disabled={isRunning} onClick={toggle}>
        {isPaused ? 'Fortsetzen' : 'Anhalten'}
        {named}
      </Button>
      <Button disabled={isRunning} onClick={test}>
        Testmail{named}
      </Button>
      <Button onClick={() => setAsking(true)}>Löschen{named}</Button>
      {problem && !isAsking && (
        <span role="alert" className="error-text">
          {problem}
        </span>
      )}
      {isAsking && (
        <QuestionDialog
          title="Hinweis löschen?"
          button="Löschen"
          isRunning={isRunning}
          problem={problem}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        >
          <p>{alert.rule}. Auch sein Verlauf ist danach nicht mehr zu sehen.</p>
        </QuestionDialog>
      )}
    </>
  )
}

function Openings({ alert: { openings } }: { alert: OwnAlert }) {
  const past = openings.filter(({ over_at }) => over_at !== null)
  if (past.length === 0) return null
  return (
    <details className="disclosure">
      <summary>Zuletzt angeschlagen</summary>
      <ol className="alert-openings">
        {past.map(({ opened_at, over_at, headline, words }) => (
          <li key={opened_at}>
            <b>{headline}</b> {words}
            <small>
              <MomentField at={opened_at} isShort /> bis <MomentField at={over_at} isShort />
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
