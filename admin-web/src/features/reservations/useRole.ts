import { useSession } from '@/session/session'

/** Whether the person works with reservations; marketing reads them without personal data. */
export function useIsClerk(): boolean {
  const role = useSession()?.account.role
  return role === 'admin' || role === 'staff'
}
