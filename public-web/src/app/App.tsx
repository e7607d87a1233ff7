import { Suspense, use } from 'react'
import { Route as RouteElement, Routes, useLocation } from 'react-router-dom'
import { KnownPathsContext } from '@/lib/knownPaths'
import type { Settings } from '@/lib/settings'
import { SettingsContext } from '@/lib/settingsContext'
import { ErrorBoundary } from './ErrorBoundary'
import { Layout } from './Layout'
import { NotFoundPage } from './NotFoundPage'
import { loadPage, readyPage } from './pages'
import { knownPaths, type Route, routes } from './routes'
import { useNavigationEffects } from './useNavigationEffects'

/** The whole site. The router around it differs: browser or static. */
export function App({ settings }: { settings: Settings }) {
  useNavigationEffects(settings.publicUrl)
  const { key } = useLocation()
  return (
    <SettingsContext value={settings}>
      <KnownPathsContext value={knownPaths}>
        <Layout>
          <ErrorBoundary key={key}>
            <Suspense>
              <Routes>
                {routes.map((route) => (
                  <RouteElement
                    key={route.path}
                    path={route.path}
                    element={<Page route={route} />}
                  />
                ))}
                <RouteElement path="*" element={<NotFoundPage />} />
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </Layout>
      </KnownPathsContext>
    </SettingsContext>
  )
}

/** A page whose code is here renders at once, as hydration needs it; others are waited for. */
function Page({ route }: { route: Route }) {
  const Content = readyPage(route) ?? use(loadPage(route))
  return <Content />
}
