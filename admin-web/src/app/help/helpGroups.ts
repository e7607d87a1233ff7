import type { HelpGroup } from '@/features/help/topic'
import type { Role } from '@/session/session'
import { NAVIGATION, pagesFor } from '../navigation'

/** The pages that a role sees, as the help groups them. */
export const helpGroups = (role: Role): HelpGroup[] =>
  NAVIGATION.flat().map((entry) => ({ label: entry.label, pages: pagesFor(entry, role) }))
