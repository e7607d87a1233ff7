import { reportPageView, reportRest } from '@/lib/attribution/report'
import { captureTouch } from '@/lib/attribution/store'
import { readSettings } from '@/lib/settings'
import { carryOrigin } from './carryOrigin'
import { askAboutOrigin } from './originQuestion'

/** Notes how the visitor came and counts the page. First of all, while the address is the one they arrived at. */
export function beginVisit(): void {
  const { attributionStorage } = readSettings()
  const isArrival = captureTouch(attributionStorage)
  if (attributionStorage === 'memory') carryOrigin()
  let isCounted = false
  function count() {
    if (!isCounted) reportPageView(isArrival)
    isCounted = true
  }
  whenShown(() => {
    // Whoever leaves or reloads before anything is painted has arrived all the same: the next page is no arrival.
    window.addEventListener('pagehide', count)
    afterFirstPaint(() => {
      count()
      askAboutOrigin()
    })
  })
  // Back or forward to a page that the browser had kept as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    reportPageView()
    askAboutOrigin()
  })
  window.addEventListener('pagehide', reportRest)
}

/** A page that the browser prepares ahead may never be seen. */
function whenShown(task: () => void): void {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener('prerenderingchange', task, { once: true })
  else task()
}

/**
 * The page is finished HTML, so painting it comes before everything else: no code is fetched nor run until the browser
 * reports its first paint. An animation frame would be too early, as it comes before the paint. A tab opened in the
 * background paints nothing and need not wait.
 */
export function afterFirstPaint(task: () => void): void {
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
