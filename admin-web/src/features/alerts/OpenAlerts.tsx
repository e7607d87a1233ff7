import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { type Alert, type AlertList, unnoted } from '@/api/alerts'
import { useStaffChange } from '@/api/useStaffChange'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'
import { alertState, notedWords } from './alert'

/** Each open alert with what to do about it, and where; `undefined` while they are on their way. */
export function OpenAlerts({ list }: { list: AlertList | undefined }) {
  const [next] = unnoted(list)
  return (
    <Section
      title="Offen"
      action={
        list?.checked_at && (
          <p className="flush muted">
            Geprüft: <MomentField at={list.checked_at} isShort />
          </p>
        )
      }
    >
      <div aria-busy={!list}>
        {!list && <div className="awaited-part" />}
        {list?.data.length === 0 && <Nothing isChecked={list.checked_at !== null} />}
        <ul className="ruled alerts">
          {list?.data.map((alert) => (
            <OpenAlert key={alert.id} alert={alert} isNext={alert.id === next?.id} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Nothing({ isChecked }: { isChecked: boolean }) {
  return (
    <p className="nothing">
      {isChecked
        ? 'Nichts offen. Parks, Kampagnen, Mails und Abläufe laufen, wie sie sollen.'
        : 'Noch nicht geprüft. Die erste Prüfung folgt, sobald die Abläufe laufen.'}
    </p>
  )
}

interface OpenAlertProps {
  alert: Alert
  /** The first that is new: its way stands out. */
  isNext: boolean
}

function OpenAlert({ alert, isNext }: OpenAlertProps) {
  const { id, headline, words, advice, action, path, mail_words, noted } = alert
  const { run, isRunning, problem } = useStaffChange('alerts')
  const notify = useNotify()

  async function note() {
    if (
      await run('post', '/api/staff/alerts/{alert}/note', {
        params: { path: { alert: id } },
      })
    )
      notify('Alle im Team sehen jetzt, dass Sie es wissen.', { type: 'success' })
  }

  return (
    <li data-new={!noted}>
      <div className="alert-head">
        <ShapeMark {...alertState(alert)} />
        <span className="muted">
          seit <MomentField at={alert.opened_at} isShort />
        </span>
      </div>
      <h3>{headline}</h3>
      <p>{words}</p>
      <p className="advice">
        <strong>Was hilft:</strong> {advice}
      </p>
      <p className="buttons">
        <Button component={Link} to={path} variant={isNext ? 'contained' : 'outlined'}>
          {action}
          <span className="visually-hidden">: {headline}</span>
        </Button>
        {!noted && (
          <Button disabled={isRunning} onClick={note}>
            Zur Kenntnis genommen
            <span className="visually-hidden">: {headline}</span>
          </Button>
        )}
      </p>
      <p className="muted tiny">
        {noted && `Zur Kenntnis genommen: ${notedWords(alert)}. `}
        {mail_words}
      </p>
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </li>
  )
}
