import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { LEVELS, type OperationCheck, parts } from './operation'

/** One check: what was found; unless it is in order also what it means and what helps. */
export function CheckItem({ check }: { check: OperationCheck }) {
  const needsCare = check.level === 'fault' || check.level === 'hint'
  return (
    <li className="operation-check" data-level={check.level}>
      <ShapeMark {...LEVELS[check.level]} />
      <div className="operation-found">
        <h3>{check.title}</h3>
        <p className="flush">
          <Typed text={check.words} />
        </p>
        {needsCare && (
          <>
            <p className="flush muted">{check.means}</p>
            <p className="flush">
              <b>Was hilft: </b>
              <Typed text={check.helps} />
            </p>
            {check.path && (
              <Link to={check.path}>
                Zur Seite<span className="visually-hidden">: {check.title}</span>
              </Link>
            )}
          </>
        )}
      </div>
      <span className="operation-when tiny muted">
        <MomentField at={check.looked_at} isShort />
      </span>
    </li>
  )
}

/** A sentence in which commands and settings stand as they are typed. */
function Typed({ text }: { text: string }) {
  return parts(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}
