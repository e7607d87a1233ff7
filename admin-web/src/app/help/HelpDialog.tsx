import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { KeyRows } from '@/ui/keys/Keys'
import { KEY_GROUPS, keysOf } from '@/ui/keys/keyTable'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CREATE_PATH } from '@/ui/page/CreateLink'
import { helpPath } from './helpPath'
import { useHelpKey } from './useHelpKey'

/** The keys of the console, opened with `?`. They do nothing while the user types in a field. */
export function HelpDialog() {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const role = useSession()?.account.role
  const isClerk = role === 'admin' || role === 'staff'
  const close = () => setOpen(false)
  useHelpKey()
  useShortcut('?', () => setOpen(true))
  useShortcut('c', () => isClerk && navigate(CREATE_PATH))
  useShortcut('h', () => navigate('/'))
  useShortcut('r', () => navigate('/reservations'))
  return (
    <Dialog open={isOpen} onClose={close} aria-labelledby="shortcuts">
      <DialogTitle id="shortcuts">Tasten der Konsole</DialogTitle>
      <DialogContent className="key-groups">
        {KEY_GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <KeyRows keys={keysOf(group)} />
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={helpPath(pathname)} onClick={close}>
          Hilfe zu dieser Seite
        </Button>
        <Button onClick={close}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
