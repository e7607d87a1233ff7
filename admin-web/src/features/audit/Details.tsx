import { useState } from 'react'
import type { AuditEntry } from './entry'
import { useParts } from './Parts'

/** The recorded facts, folded away, as they are hashed. */
export function Details({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="facts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Zeigen<span className="visually-hidden"> zu Eintrag {entry.id}</span>
      </summary>
      <Facts entry={entry} />
      {entry.reservations === 1 && isOpen && <OnlyPart entry={entry} />}
    </details>
  )
}

/** The entry of the one reservation that an operation was about. */
function OnlyPart({ entry }: { entry: AuditEntry }) {
  const part = useParts(entry).data?.data[0]
  if (!part) return null
  return (
    <>
      <p>Eintrag {part.id}</p>
      <Facts entry={part} />
    </>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  return (
    <dl>
      <Fact name="action" value={entry.action} />
      <Fact name="subject" value={entry.subject} />
      <Fact name="actor" value={entry.actor} />
      {Object.entries(entry.details).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </div>
  )
}
