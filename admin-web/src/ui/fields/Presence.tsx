import { type LiveViewer, useViewers } from '@/api/live/live'
import { useSession } from '@/session/session'
import './presence.css'

/** The colleagues at a reservation, oneself left out. */
export function useColleagues(reservationId: number): LiveViewer[] {
  const me = useSession()?.account.id
  return useViewers(reservationId).filter(({ account_id }) => account_id !== me)
}

/** „Aylin Sommer“ → „AS“; of one name its first letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : ''
  return [words[0], last].map((word) => [...(word ?? '')][0] ?? '').join('')
}

/** Outlined where a colleague looks, filled where they type. */
function Initials({ viewer: { name, is_typing } }: { viewer: LiveViewer }) {
  return (
    <span className="initials" data-typing={is_typing || undefined} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
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
      {colleagues.map((one) => (
        <Initials key={one.account_id} viewer={one} />
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
        <Initials key={one.account_id} viewer={one} />
      ))}
      {presenceWords(colleagues)}
    </p>
  )
}
