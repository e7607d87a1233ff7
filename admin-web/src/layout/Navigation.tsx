import { useLogout } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { ROLE_NAMES, useSession } from '@/session/session'
import { type SchemeChoice, useColourScheme } from '@/theme/ColourScheme'
import { Brand } from './Brand'
import { Icon } from './Icon'
import { isWithin, mayOpen, NAVIGATION } from './navigation'

/** The left column: mark, pages of the person's role, who is signed in. `onChoice` closes a drawer. */
export function Navigation({ onChoice }: { onChoice?: () => void }) {
  const role = useSession()?.account.role
  const { pathname } = useLocation()
  const entries = NAVIGATION.filter(({ name }) => role && mayOpen(name, role))
  return (
    <aside className="leiste" aria-label="Navigation und Anmeldung">
      <Link className="marke" to="/" aria-label="Voltigo, zur Seite Heute" onClick={onChoice}>
        <Brand />
      </Link>
      <nav aria-label="Konsole">
        <ul className="eintraege">
          {entries.map(({ name, label, path, icon }) => (
            <li key={name}>
              <Link
                to={path}
                aria-current={isWithin(pathname, path) ? 'page' : undefined}
                onClick={onChoice}
              >
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SignedIn />
    </aside>
  )
}

function SignedIn() {
  const account = useSession()?.account
  const logout = useLogout()
  return (
    <div className="leiste-fuss winzig leise">
      <SchemeSelect />
      {account && (
        <p>
          Angemeldet: {account.name}
          <br />
          Rolle: {ROLE_NAMES[account.role]}
        </p>
      )}
      <button type="button" className="textknopf" onClick={() => logout({}, undefined, false)}>
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
        className="wahl"
        value={choice}
        onChange={(event) => choose(event.target.value as SchemeChoice)}
      >
        <option value="system">wie das Gerät</option>
        <option value="hell">hell</option>
        <option value="dunkel">dunkel</option>
      </select>
    </label>
  )
}
