import type { Role } from '@/session/session'

interface PageWords<Name extends string> {
  /** Its place below `/reports`; for a report its name on the server too. */
  name: Name
  label: string
  roles: readonly Role[]
  /** The name of the tab that it is a part of. */
  partOf?: string
  /** `collection`: not a report, but what became of several. `hidden`: reached from other pages only. */
  place?: 'collection' | 'hidden'
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
  page('breakdown', 'Herkunft', MARKETERS),
  { ...page('funnel', 'Weg zum Vertrag', MARKETERS), partOf: 'breakdown' },
  { ...page('referrals', 'Empfehlungen', MARKETERS), partOf: 'breakdown' },
  page('capacity', 'Auslastung', EVERYBODY),
  page('contracts', 'Verträge und Geld', MARKETERS),
  page('credits', 'Gutschriften', MARKETERS),
  { ...page('kept', 'Festgehalten und regelmäßig', EVERYBODY), place: 'collection' },
  { ...page('schedules', 'Regelmäßig', EVERYBODY), place: 'hidden' },
  { ...page('metrics', 'Kennzahlen', EVERYBODY), place: 'hidden' },
  { ...page('reservations', 'Reservierungen dahinter', MARKETERS), place: 'hidden' },
] as const

/** Former pages and the one that says now what they said. */
export const MOVED = { models: 'money', paths: 'money', quality: 'money', told: 'money' } as const

export type PageName = (typeof GROUP)[number]['name']

export const pagePath = (name: PageName): string => `/reports/${name}`

/** The pages a role chooses among. */
export const pagesOf = (role: Role | undefined): readonly PageWords<PageName>[] =>
  GROUP.filter(
    (one: PageWords<PageName>) => role && one.roles.includes(role) && one.place !== 'hidden',
  )

function page<Name extends string>(
  name: Name,
  label: string,
  roles: readonly Role[],
): PageWords<Name> {
  return { name, label, roles }
}
