import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { BrokenRules } from './BrokenRules'
import { Confirm } from './ConfirmDialogs'
import { MailTest } from './MailTest'
import { type Check, LEVELS, parts, type Step, tookWords } from './state'

/** One check: what was found; unless it is in order also what it means, what helps, and what can be done about it. */
export function CheckItem({ check }: { check: Check }) {
  const needsCare = check.level === 'fault' || check.level === 'hint'
  return (
    <li className="state-check" data-level={check.level}>
      <ShapeMark {...LEVELS[check.level]} />
      <div className="state-found">
        <h3>{check.title}</h3>
        <p className="flush">
          <Typed text={check.words} />
        </p>
        {needsCare && <Help check={check} />}
        {check.confirmed_at && (
          <p className="flush tiny muted">
            Zuletzt bestätigt von {check.confirmed_by_name ?? 'einem früheren Konto'},{' '}
            <MomentField at={check.confirmed_at} />
          </p>
        )}
      </div>
      <span className="state-when tiny muted">
        <MomentField at={check.looked_at} isShort />
      </span>
    </li>
  )
}

function Help({ check }: { check: Check }) {
  return (
    <>
      <p className="flush muted">{check.means}</p>
      <p className="flush">
        <b>Was hilft: </b>
        <Typed text={check.helps} />
      </p>
      <Steps check={check} />
      {check.job && <BrokenRules rules={check.rules} job={check.job} />}
      {check.confirms === 'mail_server' && <MailTest />}
      {check.confirms === 'legal_texts' && <LegalLinks />}
      {check.confirms && <Confirm name={check.confirms} />}
      {check.path && (
        <Link to={check.path}>
          {WAYS[check.name] ?? 'Zur Seite'}
          <span className="visually-hidden">: {check.title}</span>
        </Link>
      )}
    </>
  )
}

/** What its page is gone to for. */
const WAYS: Readonly<Record<string, string>> = {
  company: 'Eintragen',
  mail_server: 'Eintragen',
  public_address: 'Eintragen',
  second_admin: 'Person einladen',
}

const TEXTS = [
  ['/agb', 'AGB'],
  ['/datenschutz', 'Datenschutz'],
  ['/impressum', 'Impressum'],
] as const

function LegalLinks() {
  return (
    <p className="flush state-links">
      {TEXTS.map(([path, label]) => (
        <a key={path} href={path} target="_blank" rel="noreferrer">
          {label}
          <span className="visually-hidden"> (neuer Tab)</span>
        </a>
      ))}
    </p>
  )
}

/** A sentence that shows commands and settings as they are typed. */
function Typed({ text }: { text: string }) {
  return parts(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}

/** The steps of the last connection, each with what the other side answered. */
function Steps({ check }: { check: Check }) {
  if (check.steps.length === 0) return null
  return (
    <div>
      <h4 className="state-subhead">
        Letzter Versuch{check.looked_at && ', '}
        <MomentField at={check.looked_at} isShort />
      </h4>
      <ol className="state-steps">
        {check.steps.map((step) => (
          <StepRow key={step.label} step={step} />
        ))}
      </ol>
    </div>
  )
}

function StepRow({ step }: { step: Step }) {
  const took = tookWords(step.milliseconds)
  return (
    <li>
      <CheckMark state={step.state} size={14} />
      <b>{step.label}</b>
      <span className="tiny">
        {step.words}
        {took && <span className="muted"> ({took})</span>}
      </span>
    </li>
  )
}

const WORDS = { ok: 'in Ordnung', open: 'offen', pending: 'noch nicht geprüft' } as const

/** A cell: filled and ticked in order, red outline with a sign where something is missing, empty where nobody looked. */
function CheckMark({ state, size }: { state: Step['state']; size: number }) {
  return (
    <svg
      className="state-mark"
      viewBox="0 0 30 21"
      width={(size * 30) / 21}
      height={size}
      role="img"
      aria-label={WORDS[state]}
      data-state={state}
    >
      <path d="M2 2h26v17H2z" />
      {state === 'ok' && <path className="state-tick" d="M9 10.5l4.5 4.5 8-9" />}
      {state === 'open' && <path className="state-sign" d="M13.5 5h3v7h-3zM13.5 14h3v3h-3z" />}
    </svg>
  )
}
