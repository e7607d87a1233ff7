import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'

type Colleague = Schemas['RecipientOut']

interface ColleaguesProps {
  report: string
  /** What stands in the field of addresses: part of a name or of an address. */
  typed: string
  /** Addresses that need no suggestion. */
  without: readonly string[]
  onTake: (address: string) => void
}

const MOST = 5

/** Colleagues who may see the report, as buttons below the field; what is typed there narrows them down. */
export function Colleagues({ report, typed, without, onTake }: ColleaguesProps) {
  const { data } = useStaffQuery('/api/staff/report-schedules/recipients', {
    params: { query: { report } },
    isEnabled: report !== '',
  })
  const found = suggested(data?.data ?? [], typed, without)
  if (found.length === 0) return null
  return (
    <ul className="suggestions" aria-label="Aus dem Team hinzufügen">
      {found.slice(0, MOST).map(({ name, email }) => (
        <li key={email}>
          <button type="button" className="text-button" onClick={() => onTake(email)}>
            {name} ({email})
          </button>
        </li>
      ))}
      {found.length > MOST && (
        <li className="muted">
          und {found.length - MOST} weitere, suchen Sie im Feld nach dem Namen
        </li>
      )}
    </ul>
  )
}

/** Those whose name or address holds what was typed, in the order of their names. */
export function suggested(
  colleagues: readonly Colleague[],
  typed: string,
  without: readonly string[],
): Colleague[] {
  const wanted = typed.trim().toLowerCase()
  const present = new Set(without.map((address) => address.toLowerCase()))
  return colleagues.filter(
    ({ name, email }) =>
      !present.has(email.toLowerCase()) && `${name} ${email}`.toLowerCase().includes(wanted),
  )
}
