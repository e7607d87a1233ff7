import type { AuditEntry } from './entry'

/** The recorded facts, folded away, as they are hashed. */
export function Details({ entry }: { entry: AuditEntry }) {
  const facts = Object.entries(entry.details)
  return (
    <details className="tatsachen">
      <summary>
        Zeigen<span className="vh"> zu Eintrag {entry.id}</span>
      </summary>
      <dl>
        <Fact name="action" value={entry.action} />
        <Fact name="subject" value={entry.subject} />
        <Fact name="actor" value={entry.actor} />
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </details>
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
