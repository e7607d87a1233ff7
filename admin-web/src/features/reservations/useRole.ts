import { useSession } from '@/session/session'

/** Whether the person works with reservations; marketing reads them without personal data. */
export function useIsClerk(): boolean {
  const role = useSession()?.account.role
  return role === 'admin' || role === 'staff'
}

/** Whether the person answers for accounts, jobs and data protection. */
export function useIsAdmin(): boolean {
  return useSession()?.account.role === 'admin'
}
