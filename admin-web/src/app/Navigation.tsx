import { useEffect, useId, useRef } from 'react'
import { useLogout } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { ROLE_NAMES, useSession } from '@/session/session'
import { type SchemeChoice, useColourScheme } from '@/theme/ColourScheme'
import { Brand } from '@/ui/page/Brand'
import { Icon } from '@/ui/page/Icon'
import { isWithin, mayOpen, NAVIGATION, type NavigationEntry, SECTIONS } from './navigation'

/** The left column: mark, pages of the person's role, who is signed in. `onChoice` closes a drawer. */
export function Navigation({ onChoice }: { onChoice?: () => void }) {
  const role = useSession()?.account.role
  const entries = NAVIGATION.filter(({ name }) => role && mayOpen(name, role))
  return (
    <aside className="sidebar" aria-label="Navigation und Anmeldung">
      <Link className="brand" to="/" aria-label="Voltigo, zur Seite Heute" onClick={onChoice}>
        <Brand />
      </Link>
      <nav aria-label="Konsole">
        <Entries entries={entries.filter(({ section }) => !section)} onChoice={onChoice} />
        {SECTIONS.map((section) => (
          <SectionEntries
            key={section}
            section={section}
            entries={entries.filter((entry) => entry.section === section)}
            onChoice={onChoice}
          />
        ))}
      </nav>
      <SignedIn />
    </aside>
  )
}

/** A heading and what stands under it; nothing for whoever sees none of it. */
function SectionEntries({ section, entries, onChoice }: EntriesProps & { section: string }) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <>
      <h2 className="sidebar-title" id={id}>
        {section}
      </h2>
      <Entries entries={entries} onChoice={onChoice} labelledBy={id} />
    </>
  )
}

interface EntriesProps {
  entries: readonly NavigationEntry[]
  onChoice: (() => void) | undefined
  labelledBy?: string
}

function Entries({ entries, onChoice, labelledBy }: EntriesProps) {
  const { pathname } = useLocation()
  return (
    <ul className="entries" aria-labelledby={labelledBy}>
      {entries.map((entry) => (
        <li key={entry.name}>
          <EntryLink entry={entry} isCurrent={isWithin(pathname, entry.path)} onChoice={onChoice} />
        </li>
      ))}
    </ul>
  )
}

interface EntryLinkProps {
  entry: NavigationEntry
  isCurrent: boolean
  onChoice: (() => void) | undefined
}

/** Where the column is longer than the window, the page one is on comes into view in it. */
function EntryLink({ entry: { path, icon, label }, isCurrent, onChoice }: EntryLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <Link ref={link} to={path} aria-current={isCurrent ? 'page' : undefined} onClick={onChoice}>
      <Icon name={icon} />
      {label}
    </Link>
  )
}

function SignedIn() {
  const account = useSession()?.account
  const logout = useLogout()
  return (
    <div className="sidebar-foot tiny muted">
      <SchemeSelect />
      {account && (
        <p>
          Angemeldet: {account.name}
          <br />
          Rolle: {ROLE_NAMES[account.role]}
        </p>
      )}
      <button type="button" className="text-button" onClick={() => logout({}, undefined, false)}>
        Abmelden
      </button>
    </div>
  )
}

function SchemeSelect() {
  const { choice, choose } = useColourScheme()
  return (
    <label>
      Darstellung{' '}
      <select
        className="choice"
        value={choice}
        onChange={(event) => choose(event.target.value as SchemeChoice)}
      >
        <option value="system">wie das Gerät</option>
        <option value="light">hell</option>
        <option value="dark">dunkel</option>
      </select>
    </label>
  )
}
