import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useLiveUpdates } from '@/api/live/useLiveUpdates'
import { type Role, useSession } from '@/session/session'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { Brand } from '@/ui/page/Brand'
import { Icon } from '@/ui/page/Icon'
import { Loading } from '@/ui/page/Loading'
import { type TabGroup, TabGroupContext } from '@/ui/page/PageTabs'
import { CodesReminder } from './bands/CodesReminder'
import { ConnectionBand } from './bands/ConnectionBand'
import { ErrorBoundary } from './ErrorBoundary'
import { Navigation } from './frame/Navigation'
import { HelpDialog } from './help/HelpDialog'
import {
  entryAt,
  mayVisit,
  type NavigationPage,
  type NavigationTab,
  pageAt,
  tabsFor,
} from './navigation'
import { Palette } from './palette/Palette'

/** The frame of every signed-in page: skip link, navigation, main. Below 48rem the navigation is a drawer. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useLiveUpdates()
  const role = useSession()?.account.role
  const group = useMemo(() => role && groupAt(pathname, role), [pathname, role])
  if (!role) return <Loading />
  return (
    <>
      <a className="skip-link" href="#main-content">
        Zum Inhalt springen
      </a>
      <div className="shell">
        <SideOrTop />
        <main id="main-content" className="page" tabIndex={-1}>
          <CodesReminder />
          <ErrorBoundary>
            <Suspense fallback={<Loading />}>
              <TabGroupContext value={group ?? null}>
                {mayVisit(pathname, role) ? children : <AccessDenied />}
              </TabGroupContext>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Palette />
      <HelpDialog />
      <ConnectionBand />
    </>
  )
}

/** The tabs of the entry that an address belongs to, and the pages of its tab, as far as a role sees them. */
function groupAt(pathname: string, role: Role): TabGroup | null {
  const entry = entryAt(pathname)
  if (!entry || !mayVisit(pathname, role)) return null
  const current = pageAt(pathname)
  const tabs = tabsFor(entry, role)
  const shown = tabs.find(({ pages }) => pages.some((one) => one === current))
  return {
    label: entry.label,
    tabs: tabs.map((tab) => ({
      label: tab.label,
      path: tab.pages[0]?.path ?? '/',
      isCurrent: tab === shown,
    })),
    ...(current && shown && !shown.hasOwnRow && shown.pages.length > 1
      ? { row: rowOf(shown, current) }
      : {}),
  }
}

const rowOf = ({ label, pages }: NavigationTab, current: NavigationPage) => ({
  label,
  pages: pages.map(({ path, label: words }) => [path, words] as const),
  current: current.path,
})

function SideOrTop() {
  const isNarrow = useMediaQuery('(max-width: 48rem)', { noSsr: true })
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow) return <Navigation />
  return (
    <header className="head-bar">
      <Link className="brand" to="/" aria-label="Voltigo, zur Seite Heute">
        <Brand />
      </Link>
      <IconButton aria-label="Menü öffnen" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="menu" />
      </IconButton>
      <Drawer
        anchor="left"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { 'aria-label': 'Menü', role: 'dialog', 'aria-modal': true } }}
      >
        <Navigation onChoice={() => setOpen(false)} />
      </Drawer>
    </header>
  )
}
