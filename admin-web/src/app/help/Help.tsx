import { HelpPages } from '@/features/help'
import { useSession } from '@/session/session'
import { helpGroups } from './helpGroups'

/** The help, for the pages that the reader's role sees. */
export function Help() {
  const role = useSession()?.account.role
  return role ? <HelpPages groups={helpGroups(role)} /> : null
}
