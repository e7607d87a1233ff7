import { reportPageView, reportRest, reportSection, reportStep } from '@/lib/attribution/report'
import { captureTouch } from '@/lib/attribution/store'
import { paths } from '@/lib/paths'
import { readSettings } from '@/lib/settings'
import { askAboutOrigin } from './originQuestion'
import { loadPage } from './pages'
import { notFoundRoute, routeOf } from './routes'

// First of all, while the address is still the one the visitor arrived at.
const settings = readSettings()
const isArrival = captureTouch(settings.attributionStorage)

afterFirstPaint(async () => {
  const route = routeOf(window.location.pathname) ?? notFoundRoute
  const [{ start }] = await Promise.all([import('./start'), loadPage(route)])
  start(settings)
})

reportVisit()

/** Everything but the change of pages and the sections of the form, which React knows of. */
function reportVisit(): void {
  whenShown(() => afterFirstPaint(() => begin(isArrival)))
  // Back or forward to a page that the browser had kept as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin(false)
  })
  window.addEventListener('pagehide', reportRest)
  // From the document, as the finished page can be used before React takes it over.
  document.addEventListener('input', () => {
    const { pathname } = window.location
    if (pathname === paths.calculator) reportStep('calculator_used')
    if (pathname === paths.reservation) reportSection(1)
  })
}

function begin(isArrival: boolean): void {
  reportPageView(isArrival)
  askAboutOrigin()
}

/** A page that the browser prepares ahead may never be seen. */
function whenShown(task: () => void): void {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener('prerenderingchange', task, { once: true })
  else task()
}

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
