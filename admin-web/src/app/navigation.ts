import type { Role } from '@/session/session'
import type { IconName } from '@/ui/page/Icon'

/** The headings of the navigation, in order. */
export const SECTIONS = ['Marketing', 'Betrieb'] as const

export interface NavigationEntry {
  /** The resource or page; for resources its name on the server too. */
  name: string
  label: string
  path: string
  icon: IconName
  roles: readonly Role[]
  /** The heading it stands under, after the entries without one. */
  section?: (typeof SECTIONS)[number]
}

const EVERYBODY: readonly Role[] = ['admin', 'staff', 'marketing']
const CLERKS: readonly Role[] = ['admin', 'staff']
const ADMINS: readonly Role[] = ['admin']
const MARKETERS: readonly Role[] = ['admin', 'marketing']

const marketing = (
  name: string,
  label: string,
  icon: IconName,
  path = `/${name}`,
): NavigationEntry => ({
  name,
  label,
  path,
  icon,
  roles: MARKETERS,
  section: 'Marketing',
})

/** The pages of the console, in the order of the navigation, each with the roles that see it. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { name: 'dashboard', label: 'Heute', path: '/', icon: 'calendar', roles: EVERYBODY },
  { name: 'alerts', label: 'Hinweise', path: '/alerts', icon: 'bell', roles: EVERYBODY },
  {
    name: 'reservations',
    label: 'Reservierungen',
    path: '/reservations',
    icon: 'cells',
    roles: EVERYBODY,
  },
  { name: 'board', label: 'Stufen', path: '/board', icon: 'board', roles: EVERYBODY },
  {
    name: 'declarations',
    label: 'Erklärungen',
    path: '/declarations',
    icon: 'letter',
    roles: CLERKS,
  },
  {
    name: 'waiting-list',
    label: 'Warteliste',
    path: '/waiting-list',
    icon: 'queue',
    roles: CLERKS,
  },
  { name: 'reports', label: 'Berichte', path: '/reports', icon: 'report', roles: EVERYBODY },
  { name: 'parks', label: 'Park', path: '/parks', icon: 'park', roles: CLERKS },
  { name: 'mails', label: 'Mails', path: '/mails', icon: 'mail', roles: CLERKS },
  {
    name: 'mail-templates',
    label: 'Mail-Vorlagen',
    path: '/mail-templates',
    icon: 'template',
    roles: CLERKS,
  },
  { name: 'audit', label: 'Änderungsprotokoll', path: '/audit', icon: 'log', roles: ADMINS },
  { name: 'accounts', label: 'Team', path: '/accounts', icon: 'people', roles: ADMINS },
  { name: 'account', label: 'Konto', path: '/account', icon: 'person', roles: EVERYBODY },
  marketing('campaigns', 'Kampagnen', 'campaign'),
  marketing('links', 'Link bauen', 'link', '/links/build'),
  marketing('costs', 'Kosten einlesen', 'euro'),
  marketing('aliases', 'Schreibweisen', 'spelling'),
  marketing('notes', 'Anmerkungen', 'flag'),
  marketing('referrals', 'Empfehlungen', 'referral'),
  marketing('site-check', 'Prüfung', 'check'),
  {
    name: 'setup-checks',
    label: 'Einrichten',
    path: '/setup-checks',
    icon: 'setup',
    roles: ADMINS,
    section: 'Betrieb',
  },
  {
    name: 'jobs',
    label: 'Automatische Abläufe',
    path: '/jobs',
    icon: 'clock',
    roles: ADMINS,
    section: 'Betrieb',
  },
  {
    name: 'data-protection',
    label: 'Datenschutz',
    path: '/data-protection',
    icon: 'shield',
    roles: ADMINS,
    section: 'Betrieb',
  },
  {
    name: 'invariants',
    label: 'Prüfungen',
    path: '/invariants',
    icon: 'check',
    roles: ADMINS,
    section: 'Betrieb',
  },
  {
    name: 'webhooks',
    label: 'Webhooks',
    path: '/webhooks',
    icon: 'send',
    roles: ADMINS,
    section: 'Betrieb',
  },
  {
    name: 'tokens',
    label: 'Zugangsschlüssel',
    path: '/tokens',
    icon: 'key',
    roles: ADMINS,
    section: 'Betrieb',
  },
]

/** Whether a role sees a resource. One without an entry is a part of another and follows its page. */
export function mayOpen(name: string, role: Role): boolean {
  return NAVIGATION.find((entry) => entry.name === name)?.roles.includes(role) ?? true
}

/** Whether a role sees the page at an address, by the entry the address lies below. */
export function mayVisit(pathname: string, role: Role): boolean {
  const entry = NAVIGATION.find(({ path }) => isWithin(pathname, path))
  return entry?.roles.includes(role) ?? true
}

/** Whether an address belongs to an entry's page or lies below it. */
export function isWithin(pathname: string, path: string): boolean {
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
}
