import { type LiveViewer, useViewers } from '@/api/live/live'
import { useSession } from '@/session/session'
import './presence.css'

/** The colleagues at a reservation, oneself left out. */
export function useColleagues(reservationId: number): LiveViewer[] {
  const me = useSession()?.account.id
  return useViewers(reservationId).filter(({ account_id }) => account_id !== me)
}

/** „MF“ for Miriam Falk; the first letters alone of one word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0]) : [name.slice(0, 2)]
  return letters.join('').toUpperCase()
}

/** „Jonas Reuter ist auch hier und schreibt.“ */
export function presenceWords(viewers: readonly LiveViewer[]): string {
  const [only] = viewers
  if (!only) return ''
  if (viewers.length > 1)
    return `${viewers
      .map(({ name }) => name)
      .join(', ')
      .replace(/, ([^,]*)$/, ' und $1')} sind auch hier.`
  return only.is_typing ? `${only.name} ist auch hier und schreibt.` : `${only.name} ist auch hier.`
}

/** Initials of the colleagues at a reservation: outlined where they look, filled where they type. */
export function Colleagues({ reservationId }: { reservationId: number }) {
  const colleagues = useColleagues(reservationId)
  if (!colleagues.length) return null
  return (
    <span className="colleagues">
      {colleagues.map(({ account_id, name, is_typing }) => (
        <span
          key={account_id}
          className="initials"
          data-typing={is_typing || undefined}
          aria-hidden="true"
        >
          {initialsOf(name)}
        </span>
      ))}
      <span className="visually-hidden">{presenceWords(colleagues)}</span>
    </span>
  )
}

/** Who else has the record open; nothing while nobody has. */
export function Presence({ reservationId }: { reservationId: number }) {
  const colleagues = useColleagues(reservationId)
  return (
    <p className="presence" role="status">
      {colleagues.map((one) => (
        <span
          key={one.account_id}
          className="initials"
          data-typing={one.is_typing || undefined}
          aria-hidden="true"
        >
          {initialsOf(one.name)}
        </span>
      ))}
      {presenceWords(colleagues)}
    </p>
  )
}
