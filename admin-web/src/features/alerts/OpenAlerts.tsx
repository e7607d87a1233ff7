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
          <p className="ohne leise">
            Geprüft: <MomentField at={list.checked_at} isShort />
          </p>
        )
      }
    >
      <div aria-busy={!list}>
        {!list && <div className="hinweisgeruest" />}
        {list?.data.length === 0 && <Nothing isChecked={list.checked_at !== null} />}
        <ul className="linien hinweise">
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
    <p className="nichts">
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
  const { id, headline, words, advice, action, path, mail, noted } = alert
  const { run, isRunning, problem } = useStaffChange('alerts')
  const notify = useNotify()

  async function note() {
    if (await run('POST', `alerts/${id}/note`, {}))
      notify('Alle im Team sehen jetzt, dass Sie es wissen.', { type: 'success' })
  }

  return (
    <li data-neu={!noted}>
      <div className="hinweiskopf">
        <ShapeMark {...alertState(alert)} />
        <span className="leise">
          seit <MomentField at={alert.opened_at} isShort />
        </span>
      </div>
      <h3>{headline}</h3>
      <p>{words}</p>
      <p className="rat">
        <strong>Was hilft:</strong> {advice}
      </p>
      <p className="knoepfe">
        <Button component={Link} to={path} variant={isNext ? 'contained' : 'outlined'}>
          {action}
          <span className="vh">: {headline}</span>
        </Button>
        {!noted && (
          <Button disabled={isRunning} onClick={note}>
            Zur Kenntnis genommen
            <span className="vh">: {headline}</span>
          </Button>
        )}
      </p>
      <p className="leise winzig">
        {noted && `Zur Kenntnis genommen: ${notedWords(alert)}. `}
        {mail.words}
      </p>
      {problem && (
        <p role="alert" className="fehlertext">
          {problem}
        </p>
      )}
    </li>
  )
}
