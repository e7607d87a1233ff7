import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { Icon } from './Icon'

export const CREATE_PATH = '/reservations/create'

/** The way to a new reservation from every page, for those who enter them. */
export function CreateLink() {
  const role = useSession()?.account.role
  const { pathname } = useLocation()
  if (!role || role === 'marketing' || pathname === CREATE_PATH) return null
  return (
    <Button
      className="create-link"
      component={Link}
      to={CREATE_PATH}
      aria-label="Reservierung anlegen"
      aria-keyshortcuts="c"
    >
      <Icon name="add" size={18} />
      <span>Anlegen</span>
    </Button>
  )
}
