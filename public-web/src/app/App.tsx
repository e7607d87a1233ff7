import { Suspense, use, useEffect } from 'react'
import { Route as RouteElement, Routes, useLocation } from 'react-router-dom'
import { PlacesContext } from '@/lib/placesFree'
import type { Settings } from '@/lib/settings'
import { SettingsContext } from '@/lib/settingsContext'
import { ErrorBoundary } from './ErrorBoundary'
import { Layout } from './Layout'
import { loadPage, readyPage } from './pages'
import { notFoundRoute, type Route, routeOf, routes } from './routes'
import { useNavigationEffects } from './useNavigationEffects'
import { usePlacesNow } from './usePlacesNow'

/** The whole site. The router around it differs: browser or static. */
export function App({ settings }: { settings: Settings }) {
  useNavigationEffects(settings.publicUrl)
  const { key } = useLocation()
  const places = usePlacesNow()
  return (
    <SettingsContext value={settings}>
      <PlacesContext value={places}>
        <Layout>
          {/* Outside the boundary, which is new on every navigation: a new Suspense would show an
              empty page instead of the old one while the next is loading. */}
          <Suspense>
            <ErrorBoundary key={key}>
              <Routes>
                {[...routes, notFoundRoute].map((route) => (
                  <RouteElement
                    key={route.path}
                    path={route.path}
                    element={<Page route={route} />}
                  />
                ))}
              </Routes>
            </ErrorBoundary>
          </Suspense>
        </Layout>
      </PlacesContext>
    </SettingsContext>
  )
}

/**
 * A page whose code is here renders at once, as hydration needs it; others are waited for. No hook
 * with a state may stand beside `use`: when the code arrives while React waits for it, the second
 * attempt passes `use` by, and React would take the hooks behind it for those of an update.
 */
function Page({ route }: { route: Route }) {
  const { key } = useLocation()
  const Content = readyPage(route) ?? use(loadPage(route, key))
  return (
    <>
      <Content />
      <FetchAhead route={route} />
    </>
  )
}

/** A visitor who only reads does not need the page that follows. A failure shows when it is really needed. */
function FetchAhead({ route }: { route: Route }) {
  useEffect(() => {
    const next = route.leadsTo && routeOf(route.leadsTo)
    if (!next) return
    const fetchAhead = () => void loadPage(next).catch(() => {})
    document.addEventListener('input', fetchAhead, { once: true })
    return () => document.removeEventListener('input', fetchAhead)
  }, [route])

  return null
}
