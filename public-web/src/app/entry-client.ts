import { captureTouch } from '@/lib/attribution/store'
import { readSettings } from '@/lib/settings'
import { loadPage } from './pages'
import { notFoundRoute, routeOf } from './routes'

// First of all, while the address is still the one the visitor arrived at.
const settings = readSettings()
captureTouch(settings.attributionStorage)

afterFirstPaint(async () => {
  const route = routeOf(window.location.pathname) ?? notFoundRoute
  const [{ start }] = await Promise.all([import('./start'), loadPage(route)])
  start(settings)
})

/**
 * The page is finished HTML, so painting it comes before React: React's code is neither fetched
 * nor run until the browser reports its first paint. An animation frame would be too early, as it
 * comes before the paint. A tab opened in the background paints nothing and need not wait.
 */
function afterFirstPaint(task: () => void): void {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) {
    task()
    return
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    task()
  })
  observer.observe({ type: 'paint', buffered: true })
}
