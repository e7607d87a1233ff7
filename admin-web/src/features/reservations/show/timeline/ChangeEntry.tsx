import { actionName } from '@/lib/operationWords'
import { MomentField } from '@/ui/fields/values'
import type { Change } from '../../types'
import { fieldLabel, formatValue } from '../../values'

/** Kept up to date by the server along with what was really changed. */
const CONSEQUENTIAL = new Set(['version', 'updated_at', 'email_normalized', 'mobile_phone_e164'])

/** One change: who, when, before and after. */
export function ChangeEntry({ change }: { change: Change }) {
  return (
    <li>
      <p>
        <b>{actionName(change.action)}</b>
        <span className="muted">
          {change.actor_name || 'System'}, <MomentField at={change.at} />
        </span>
      </p>
      <ChangedFields change={change} />
    </li>
  )
}

/** What stood there; nothing where nothing did. */
function Before({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined || value === '') return null
  return (
    <>
      <del>{formatValue(name, value)}</del> <span aria-hidden="true">→</span>{' '}
    </>
  )
}

/** From what to what, and why. */
export function ChangedFields({ change }: { change: Change }) {
  const fields = Object.keys({ ...change.before, ...change.after }).filter(
    (name) => !CONSEQUENTIAL.has(name),
  )
  return (
    <>
      {fields.length > 0 && (
        <dl>
          {fields.map((name) => (
            <div key={name}>
              <dt>{fieldLabel(name)}</dt>
              <dd>
                <Before name={name} value={change.before[name]} />
                <ins>{formatValue(name, change.after[name])}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change.reason && <p className="reason-given">Grund: {change.reason}</p>}
    </>
  )
}
