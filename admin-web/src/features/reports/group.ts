import type { Role } from '@/session/session'

interface PageWords<Name extends string> {
  /** Its place below `/reports`; for a report its name on the server too. */
  name: Name
  label: string
  roles: readonly Role[]
  /** Reached from other pages only. */
  isHidden?: boolean
  /** Not a report, but what became of several: it stands apart from them. */
  isCollection?: boolean
}

const MARKETERS: readonly Role[] = ['admin', 'marketing']
const EVERYBODY: readonly Role[] = ['admin', 'staff', 'marketing']

/**
 * Every page of the group, in the order of its navigation. It knows names and words only: every page
 * shows the navigation, so what the pages are is joined in `pages.tsx`, which nothing of them imports.
 */
export const GROUP = [
  page('money', 'Mein Geld', MARKETERS),
  page('overview', 'Überblick', MARKETERS),
  page('breakdown', 'Aufschlüsselung', MARKETERS),
  page('models', 'Modelle', MARKETERS),
  page('funnel', 'Weg zum Vertrag', MARKETERS),
  page('quality', 'Qualität', MARKETERS),
  page('paths', 'Wege', MARKETERS),
  page('referrals', 'Empfehlungen', MARKETERS),
  page('told', 'Gesagt', MARKETERS),
  page('capacity', 'Auslastung', EVERYBODY),
  page('credits', 'Gutschriften', MARKETERS),
  { ...page('kept', 'Festgehalten', EVERYBODY), isCollection: true },
  { ...page('schedules', 'Regelmäßig', EVERYBODY), isCollection: true },
  { ...page('metrics', 'Kennzahlen', EVERYBODY), isCollection: true },
  { ...page('reservations', 'Reservierungen dahinter', MARKETERS), isHidden: true },
] as const

export type PageName = (typeof GROUP)[number]['name']

export const pagePath = (name: PageName): string => `/reports/${name}`

/** The pages a role chooses among. */
export const pagesOf = (role: Role | undefined): readonly PageWords<PageName>[] =>
  GROUP.filter((one: PageWords<PageName>) => role && one.roles.includes(role) && !one.isHidden)

function page<Name extends string>(
  name: Name,
  label: string,
  roles: readonly Role[],
): PageWords<Name> {
  return { name, label, roles }
}
