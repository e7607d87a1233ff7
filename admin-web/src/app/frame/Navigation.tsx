import { Link, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { Brand } from '@/ui/page/Brand'
import { Icon } from '@/ui/page/Icon'
import { entryAt, NAVIGATION, type NavigationEntry, pagesFor } from '../navigation'
import { AccountMenu } from './AccountMenu'

/** The left column: mark, what a person of this role does, who is signed in. `onChoice` closes a drawer. */
export function Navigation({ onChoice }: { onChoice?: () => void }) {
  return (
    <aside className="sidebar" aria-label="Navigation und Anmeldung">
      <Link className="brand" to="/" aria-label="Voltigo, zur Seite Heute" onClick={onChoice}>
        <Brand />
      </Link>
      <nav aria-label="Konsole">
        {NAVIGATION.map((entries) => (
          <Entries key={entries[0]?.label} entries={entries} onChoice={onChoice} />
        ))}
      </nav>
      <AccountMenu onChoice={onChoice} />
    </aside>
  )
}

interface EntriesProps {
  entries: readonly NavigationEntry[]
  onChoice: (() => void) | undefined
}

/** One group of entries; of an entry a role sees nothing of, nothing is said. */
function Entries({ entries, onChoice }: EntriesProps) {
  const role = useSession()?.account.role
  const current = entryAt(useLocation().pathname)
  return (
    <ul className="entries">
      {entries.map((entry) => {
        const first = role && pagesFor(entry, role)[0]
        return (
          first && (
            <li key={entry.label}>
              <Link
                to={first.path}
                title={entry.label}
                aria-current={entry === current ? 'page' : undefined}
                onClick={onChoice}
              >
                <Icon name={entry.icon} size={18} />
                <span>{entry.label}</span>
              </Link>
            </li>
          )
        )
      })}
    </ul>
  )
}
