import type { Role } from '@/session/session'
import type { IconName } from '@/ui/page/Icon'

/** One page of the console. */
export interface NavigationPage {
  /** The resource or page; for resources its name on the server too. */
  name: string
  label: string
  path: string
  roles: readonly Role[]
}

/** A tab in the bar: one page, or several related ones, listed in a row below it. */
export interface NavigationTab {
  label: string
  pages: readonly NavigationPage[]
  /** The pages themselves show what else there is. */
  hasOwnRow?: boolean
}

/** What the navigation shows: something people do, with the tabs that belong to it. */
export interface NavigationEntry {
  label: string
  icon: IconName
  tabs: readonly NavigationTab[]
}

const EVERYBODY: readonly Role[] = ['admin', 'staff', 'marketing']
const CLERKS: readonly Role[] = ['admin', 'staff']
const ADMINS: readonly Role[] = ['admin']
const MARKETERS: readonly Role[] = ['admin', 'marketing']

const page = (
  name: string,
  label: string,
  roles: readonly Role[],
  path = `/${name}`,
): NavigationPage => ({ name, label, path, roles })

const alone = (...of: Parameters<typeof page>): NavigationTab => ({
  label: of[1],
  pages: [page(...of)],
})

const tab = (label: string, ...pages: NavigationPage[]): NavigationTab => ({ label, pages })

/** What the desk works with, and below a line what looks back on it or sets it up. */
const WORK: readonly NavigationEntry[] = [
  { label: 'Heute', icon: 'calendar', tabs: [alone('dashboard', 'Heute', EVERYBODY, '/')] },
  {
    label: 'Reservierungen',
    icon: 'cells',
    tabs: [
      alone('reservations', 'Liste', EVERYBODY),
      tab('Verträge', page('contracts', 'Verträge', CLERKS), page('payments', 'Zahlungen', CLERKS)),
      alone('waiting-list', 'Warteliste', CLERKS),
      tab(
        'Klären',
        page('duplicates', 'Dubletten', CLERKS, '/reservations/duplicates'),
        page('operation-requests', 'Freigaben', CLERKS),
        page('reservation-imports', 'Einlesen', CLERKS, '/reservations/imports'),
      ),
    ],
  },
  {
    label: 'Nachrichten',
    icon: 'message',
    tabs: [
      alone('conversations', 'Posteingang', CLERKS, '/messages'),
      tab(
        'Versand',
        page('mails', 'Versand', CLERKS),
        page('refused-mails', 'Abgewiesen', CLERKS),
        page('answer-templates', 'Antwortvorlagen', CLERKS, '/messages/templates'),
        page('mail-templates', 'Mail-Vorlagen', CLERKS),
      ),
      alone('declarations', 'Erklärungen', CLERKS),
    ],
  },
  { label: 'Park', icon: 'park', tabs: [alone('parks', 'Parks', CLERKS)] },
]

const FURTHER: readonly NavigationEntry[] = [
  {
    label: 'Auswerten',
    icon: 'report',
    tabs: [
      {
        ...tab('Berichte', page('reports', 'Berichte', EVERYBODY)),
        hasOwnRow: true,
      },
      alone('alerts', 'Hinweise', EVERYBODY),
    ],
  },
  {
    label: 'Marketing',
    icon: 'campaign',
    tabs: [
      tab(
        'Kampagnen',
        page('campaigns', 'Kampagnen', MARKETERS),
        page('notes', 'Anmerkungen', MARKETERS),
      ),
      alone('links', 'Links', MARKETERS, '/links/build'),
      alone('costs', 'Kosten', MARKETERS),
      alone('referrals', 'Empfehlungen', MARKETERS),
      tab(
        'Aufräumen',
        page('aliases', 'Schreibweisen', MARKETERS),
        page('site-check', 'Prüfung', MARKETERS),
      ),
    ],
  },
  {
    label: 'Einstellungen',
    icon: 'settings',
    tabs: [
      tab('Zustand', page('state', 'Zustand', ADMINS), page('jobs', 'Abläufe', ADMINS)),
      alone('accounts', 'Team', ADMINS),
      tab(
        'Nachweise',
        page('audit', 'Protokoll', ADMINS),
        page('data-protection', 'Datenschutz', ADMINS),
      ),
      tab(
        'Schnittstellen',
        page('webhooks', 'Webhooks', ADMINS),
        page('tokens', 'Schlüssel', ADMINS),
      ),
    ],
  },
]

/** The entries of the navigation in its two groups. One table: addresses, words and roles of all pages. */
export const NAVIGATION: readonly (readonly NavigationEntry[])[] = [WORK, FURTHER]

export const ALL_PAGES: readonly NavigationPage[] = NAVIGATION.flat().flatMap(({ tabs }) =>
  tabs.flatMap(({ pages }) => pages),
)

/** The tabs of an entry with the pages that a role sees; its link in the navigation leads to the first of them. */
export const tabsFor = (entry: NavigationEntry, role: Role): NavigationTab[] =>
  entry.tabs
    .map((one) => ({ ...one, pages: one.pages.filter(({ roles }) => roles.includes(role)) }))
    .filter(({ pages }) => pages.length > 0)

/** The pages of an entry that a role sees. */
export const pagesFor = (entry: NavigationEntry, role: Role): NavigationPage[] =>
  tabsFor(entry, role).flatMap(({ pages }) => pages)

/** Whether a role sees a resource. One without a page here is a part of another and follows its page. */
export function mayOpen(name: string, role: Role): boolean {
  return ALL_PAGES.find((one) => one.name === name)?.roles.includes(role) ?? true
}

/** Whether a role sees what is at an address, by the page it lies below. */
export function mayVisit(pathname: string, role: Role): boolean {
  return pageAt(pathname)?.roles.includes(role) ?? true
}

/** The page an address lies below: the longest one, since one page's may lie below another's. */
export function pageAt(pathname: string): NavigationPage | undefined {
  return ALL_PAGES.filter(({ path }) => isWithin(pathname, path)).sort(
    (one, other) => other.path.length - one.path.length,
  )[0]
}

/** The entry that an address belongs to. */
export function entryAt(pathname: string): NavigationEntry | undefined {
  const current = pageAt(pathname)
  return NAVIGATION.flat().find(({ tabs }) =>
    tabs.some(({ pages }) => pages.some((one) => one === current)),
  )
}

/** Whether an address belongs to a page or lies below it. */
function isWithin(pathname: string, path: string): boolean {
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
}
