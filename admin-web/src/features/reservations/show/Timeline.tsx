import Button from '@mui/material/Button'
import { useState } from 'react'
import { actionName } from '@/lib/operationWords'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'
import type { Change } from '../types'
import { fieldLabel, formatValue } from '../values'

/** So many at first; a long history is one click away. */
const FIRST = 8

/** Every change, latest first: who, when, from what to what, and why. */
export function Timeline({ changes }: { changes: Change[] }) {
  const [isWhole, setWhole] = useState(false)
  const latestFirst = [...changes].sort((one, other) => other.at.localeCompare(one.at))
  const shown = isWhole ? latestFirst : latestFirst.slice(0, FIRST)
  return (
    <Section title="Verlauf">
      {changes.length === 0 && (
        <p className="muted">Seit dem Eingang hat niemand etwas geändert.</p>
      )}
      <ol className="history">
        {shown.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ol>
      {shown.length < changes.length && (
        <Button onClick={() => setWhole(true)}>Alle {changes.length} Einträge zeigen</Button>
      )}
    </Section>
  )
}

/** Kept up to date by the server along with what was really changed. */
const CONSEQUENTIAL = new Set(['version', 'updated_at', 'email_normalized', 'mobile_phone_e164'])

/** One change: who, when, before and after. */
export function ChangeEntry({ change }: { change: Change }) {
  const fields = Object.keys({ ...change.before, ...change.after }).filter(
    (name) => !CONSEQUENTIAL.has(name),
  )
  return (
    <li>
      <p>
        <b>{actionName(change.action)}</b>
        <span className="muted">
          {change.actor_name || 'System'}, <MomentField at={change.at} />
        </span>
      </p>
      {fields.length > 0 && (
        <dl>
          {fields.map((name) => (
            <div key={name}>
              <dt>{fieldLabel(name)}</dt>
              <dd>
                <del>{formatValue(name, change.before[name])}</del>{' '}
                <span aria-hidden="true">→</span> <ins>{formatValue(name, change.after[name])}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change.reason && <p className="reason-given">Grund: {change.reason}</p>}
    </li>
  )
}
