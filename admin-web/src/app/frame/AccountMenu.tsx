import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useLogout } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { ROLE_NAMES, type Session, useSession } from '@/session/session'
import { type SchemeChoice, useColourScheme } from '@/theme/ColourScheme'
import { initialsOf } from '@/ui/fields/Presence'
import { helpPath } from '../help/helpPath'

const SCHEMES: readonly (readonly [SchemeChoice, string])[] = [
  ['system', 'Darstellung wie das Gerät'],
  ['light', 'Darstellung hell'],
  ['dark', 'Darstellung dunkel'],
]

/** Who is signed in, at the foot of the navigation: their account, light or dark, and the way out. */
export function AccountMenu({ onChoice }: { onChoice: (() => void) | undefined }) {
  const account = useSession()?.account
  const { pathname } = useLocation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!account) return null
  const close = () => setAnchor(null)
  function leave() {
    close()
    onChoice?.()
  }
  return (
    <>
      <button
        type="button"
        className="signed-in"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SignedIn account={account} />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        variant="menu"
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ list: { 'aria-label': 'Konto und Darstellung' } }}
      >
        <MenuItem component={Link} to="/account" onClick={leave}>
          Konto
        </MenuItem>
        <MenuItem component={Link} to={helpPath(pathname)} onClick={leave}>
          Hilfe
        </MenuItem>
        <Divider component="li" />
        {SCHEMES.map(([value, label]) => (
          <SchemeItem key={value} value={value} label={label} onChosen={close} />
        ))}
        <Divider component="li" />
        <SignOutItem />
      </Menu>
    </>
  )
}

function SignedIn({ account }: { account: Session['account'] }) {
  return (
    <>
      <span className="who" aria-hidden="true">
        {initialsOf(account.name)}
      </span>
      <span className="signed-in-words">
        <span>
          <span className="visually-hidden">Angemeldet: </span>
          <b>{account.name}</b>
        </span>
        <small>{ROLE_NAMES[account.role]}</small>
      </span>
    </>
  )
}

interface SchemeItemProps {
  value: SchemeChoice
  label: string
  onChosen: () => void
}

/** MUI's menu moves the focus by its items, so an item is one of a list's own. */
function SchemeItem({ value, label, onChosen, ...focus }: SchemeItemProps) {
  const { choice, choose } = useColourScheme()
  return (
    <MenuItem
      {...focus}
      role="menuitemradio"
      aria-checked={choice === value}
      selected={choice === value}
      onClick={() => {
        choose(value)
        onChosen()
      }}
    >
      {label}
    </MenuItem>
  )
}

function SignOutItem(focus: object) {
  const logout = useLogout()
  return (
    <MenuItem {...focus} onClick={() => logout({}, undefined, false)}>
      Abmelden
    </MenuItem>
  )
}
