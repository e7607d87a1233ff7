import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { MomentField } from '@/ui/fields/values'
import { CheckMark } from './CheckMark'
import { BackupDialog, KeyDialog, LegalTextsDialog } from './ConfirmDialogs'
import { RENEWED, type SetupCheck } from './checks'
import { MailTest } from './MailTest'
import { Steps } from './Steps'

interface CheckRowProps {
  check: SetupCheck
  mailsBecomeFiles: boolean
  isExpanded: boolean
  onToggle: () => void
}

/** One check: how it stands in a line, and below it what to do. */
export function CheckRow({ check, mailsBecomeFiles, isExpanded, onToggle }: CheckRowProps) {
  const id = useId()
  return (
    <li className="setup-check" data-state={check.state} data-expanded={isExpanded || undefined}>
      <div className="setup-row">
        <CheckMark state={check.state} />
        <h3>
          <button type="button" aria-expanded={isExpanded} aria-controls={id} onClick={onToggle}>
            {check.title}
          </button>
        </h3>
        <span className="setup-found">{check.words}</span>
        <code>{check.setting}</code>
        <span className="setup-when tiny muted">
          {check.can_connect && check.checked_at ? (
            <MomentField at={check.checked_at} isShort />
          ) : (
            'eben'
          )}
        </span>
        <RowAction check={check} isExpanded={isExpanded} onToggle={onToggle} />
      </div>
      <div id={id} hidden={!isExpanded} className="setup-open">
        {isExpanded && <Details check={check} mailsBecomeFiles={mailsBecomeFiles} />}
      </div>
    </li>
  )
}

function Details(props: { check: SetupCheck; mailsBecomeFiles: boolean }) {
  const { check, mailsBecomeFiles } = props
  return (
    <>
      <div className="setup-why">
        <p className="flush">{check.advice}</p>
        <p className="flush setup-setting tiny muted">
          Einstellung: <code>{check.setting}</code>
        </p>
        {check.name === 'legal_texts' && <LegalLinks />}
        {check.is_confirmed_by_word && <Confirmed check={check} />}
        {check.name === 'mail_server' && mailsBecomeFiles && <Example />}
        {check.name === 'mail_server' && !mailsBecomeFiles && <MailTest />}
      </div>
      <Steps check={check} />
    </>
  )
}

function Confirmed({ check }: { check: SetupCheck }) {
  if (check.confirmed_at === null) return null
  return (
    <p className="flush tiny muted">
      Zuletzt bestätigt von {check.confirmed_by_name ?? 'einem früheren Konto'},{' '}
      <MomentField at={check.confirmed_at} />
    </p>
  )
}

function Example() {
  return (
    <p className="flush setup-example">
      <span className="tiny muted">In die Einstellungen des Servers</span>
      <code>VOLTIGO_SMTP_URL=smtps://NAME:PASSWORT@SERVER:465</code>
    </p>
  )
}

const TEXTS = [
  ['/agb', 'AGB'],
  ['/datenschutz', 'Datenschutz'],
  ['/impressum', 'Impressum'],
] as const

function LegalLinks() {
  return (
    <p className="flush setup-links">
      {TEXTS.map(([path, label]) => (
        <a key={path} href={path} target="_blank" rel="noreferrer">
          {label}
          <span className="visually-hidden"> (neuer Tab)</span>
        </a>
      ))}
    </p>
  )
}

type RowActionProps = Pick<CheckRowProps, 'check' | 'isExpanded' | 'onToggle'>

/** What to do about it: check again, confirm, or go where it is put right. */
function RowAction({ check, isExpanded, onToggle }: RowActionProps) {
  if (check.can_connect) return <CheckAgain check={check} onDone={isExpanded ? null : onToggle} />
  if (check.is_confirmed_by_word) return <Confirm name={check.name} title={check.title} />
  if (check.path === null) {
    return (
      <Button onClick={onToggle}>
        {isExpanded ? 'Schließen' : 'Ansehen'}
        <span className="visually-hidden">: {check.title}</span>
      </Button>
    )
  }
  const isInvitation = check.name === 'second_admin' && check.state === 'open'
  return (
    <Button component={Link} to={check.path}>
      {isInvitation ? 'Jemanden einladen' : 'Ansehen'}
      <span className="visually-hidden">: {check.title}</span>
    </Button>
  )
}

function CheckAgain({ check, onDone }: { check: SetupCheck; onDone: (() => void) | null }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  async function start() {
    const done = await run('post', '/api/staff/setup-checks/check', { body: { name: check.name } })
    if (done) onDone?.()
  }
  return (
    <div>
      <Button aria-disabled={isRunning} onClick={() => !isRunning && void start()}>
        {isRunning ? 'Wird geprüft …' : 'Prüfen'}
        <span className="visually-hidden">: {check.title}</span>
      </Button>
      {problem && (
        <p role="alert" className="error-text flush tiny">
          {problem}
        </p>
      )}
    </div>
  )
}

const DIALOGS: Partial<Record<SetupCheck['name'], typeof BackupDialog>> = {
  backup: BackupDialog,
  backup_key: KeyDialog,
}

function Confirm({ name, title }: { name: SetupCheck['name']; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = DIALOGS[name] ?? LegalTextsDialog
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Bestätigen<span className="visually-hidden">: {title}</span>
      </Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
