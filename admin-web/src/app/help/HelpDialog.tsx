import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useState } from 'react'
import { Link, useHref, useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { KeyRows } from '@/ui/keys/Keys'
import { KEY_GROUPS, keysOf } from '@/ui/keys/keyTable'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CREATE_PATH } from '@/ui/page/CreateLink'
import { helpPath } from './helpPath'

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

/**
 * F1 opens the help for the page. In a field or a dialog it opens in a tab of its own, so that nothing
 * typed is lost.
 */
function useHelpKey(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const path = helpPath(pathname)
  const address = useHref(path)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (isWorking(event.target)) window.open(address, '_blank', 'noopener')
      else navigate(path)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [path, address, navigate])
}

/** Whether the user is in the middle of something that leaving the page would end. */
function isWorking(target: EventTarget | null): boolean {
  const field = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'
  const isInField = target instanceof Element && target.closest(field) !== null
  return isInField || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
