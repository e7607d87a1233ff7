import type { Role } from '@/session/session'
import type { IconName } from '@/ui/page/Icon'

/** One page of an entry; a tab in the bar above it. */
export interface NavigationTab {
  /** The resource or page; for resources its name on the server too. */
  name: string
  label: string
  path: string
  roles: readonly Role[]
}

/** What the navigation shows: something people do, with the pages that belong to it. */
export interface NavigationEntry {
  label: string
  icon: IconName
  tabs: readonly NavigationTab[]
}

const EVERYBODY: readonly Role[] = ['admin', 'staff', 'marketing']
const CLERKS: readonly Role[] = ['admin', 'staff']
const ADMINS: readonly Role[] = ['admin']
const MARKETERS: readonly Role[] = ['admin', 'marketing']

const tab = (
  name: string,
  label: string,
  roles: readonly Role[],
  path = `/${name}`,
): NavigationTab => ({ name, label, path, roles })

/** What the desk works with, and below a line what looks back on it or sets it up. */
const WORK: readonly NavigationEntry[] = [
  { label: 'Heute', icon: 'calendar', tabs: [tab('dashboard', 'Heute', EVERYBODY, '/')] },
  {
    label: 'Reservierungen',
    icon: 'cells',
    tabs: [
      tab('reservations', 'Liste', EVERYBODY),
      tab('board', 'Stufen', EVERYBODY),
      tab('duplicates', 'Dubletten', CLERKS, '/reservations/duplicates'),
      tab('waiting-list', 'Warteliste', CLERKS),
      tab('operation-requests', 'Freigaben', CLERKS),
      tab('reservation-imports', 'Einlesen', CLERKS, '/reservations/imports'),
    ],
  },
  {
    label: 'Nachrichten',
    icon: 'message',
    tabs: [
      tab('conversations', 'Posteingang', CLERKS, '/messages'),
      tab('mails', 'Versand', CLERKS),
      tab('refused-mails', 'Abgewiesen', CLERKS),
      tab('declarations', 'Erklärungen', CLERKS),
      tab('answer-templates', 'Antwortvorlagen', CLERKS, '/messages/templates'),
      tab('mail-templates', 'Mail-Vorlagen', CLERKS),
    ],
  },
  { label: 'Park', icon: 'park', tabs: [tab('parks', 'Parks', CLERKS)] },
]

const FURTHER: readonly NavigationEntry[] = [
  {
    label: 'Auswerten',
    icon: 'report',
    tabs: [
      tab('reports', 'Berichte', EVERYBODY),
      tab('metrics', 'Kennzahlen', EVERYBODY, '/reports/metrics'),
      tab('alerts', 'Hinweise', EVERYBODY),
    ],
  },
  {
    label: 'Marketing',
    icon: 'campaign',
    tabs: [
      tab('campaigns', 'Kampagnen', MARKETERS),
      tab('referrals', 'Empfehlungen', MARKETERS),
      tab('links', 'Links', MARKETERS, '/links/build'),
      tab('costs', 'Kosten', MARKETERS),
      tab('aliases', 'Schreibweisen', MARKETERS),
      tab('notes', 'Anmerkungen', MARKETERS),
      tab('site-check', 'Prüfung', MARKETERS),
    ],
  },
  {
    label: 'Einstellungen',
    icon: 'settings',
    tabs: [
      tab('state', 'Zustand', ADMINS),
      tab('accounts', 'Team', ADMINS),
      tab('audit', 'Protokoll', ADMINS),
      tab('jobs', 'Abläufe', ADMINS),
      tab('data-protection', 'Datenschutz', ADMINS),
      tab('webhooks', 'Webhooks', ADMINS),
      tab('tokens', 'Schlüssel', ADMINS),
    ],
  },
]

/** The entries of the navigation in its two groups. One table: addresses, words and roles of all pages. */
export const NAVIGATION: readonly (readonly NavigationEntry[])[] = [WORK, FURTHER]

const ALL_TABS = NAVIGATION.flat().flatMap(({ tabs }) => tabs)

/** The tabs of an entry that a role sees; its link in the navigation leads to the first of them. */
export const tabsFor = (entry: NavigationEntry, role: Role): NavigationTab[] =>
  entry.tabs.filter(({ roles }) => roles.includes(role))

/** Whether a role sees a resource. One without a tab is a part of another and follows its page. */
export function mayOpen(name: string, role: Role): boolean {
  return ALL_TABS.find((one) => one.name === name)?.roles.includes(role) ?? true
}

/** Whether a role sees the page at an address, by the tab the address lies below. */
export function mayVisit(pathname: string, role: Role): boolean {
  return tabAt(pathname)?.roles.includes(role) ?? true
}

/** The tab an address lies below: the longest one, since one tab's pages may lie below another's. */
export function tabAt(pathname: string): NavigationTab | undefined {
  return ALL_TABS.filter(({ path }) => isWithin(pathname, path)).sort(
    (one, other) => other.path.length - one.path.length,
  )[0]
}

/** The entry that an address belongs to. */
export function entryAt(pathname: string): NavigationEntry | undefined {
  const current = tabAt(pathname)
  return current && NAVIGATION.flat().find(({ tabs }) => tabs.includes(current))
}

/** Whether an address belongs to a tab's page or lies below it. */
function isWithin(pathname: string, path: string): boolean {
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
}
