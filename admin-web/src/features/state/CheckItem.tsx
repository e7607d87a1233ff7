import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { BrokenRules } from './BrokenRules'
import { Confirm } from './ConfirmDialogs'
import { MailTest } from './MailTest'
import { Steps } from './Steps'
import { type Check, LEVELS, parts } from './state'

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
