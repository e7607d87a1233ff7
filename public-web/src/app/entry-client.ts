import { reportSection, reportStep } from '@/lib/attribution/report'
import { paths } from '@/lib/paths'
import { readSettings } from '@/lib/settings'
import { followMenu } from './menu'
import { loadPage } from './pages'
import { notFoundRoute, routeOf } from './routes'
import { afterFirstPaint, beginVisit } from './visit'

beginVisit()
followMenu()
// From the document, as the finished page can be used before React takes it over.
document.addEventListener('input', () => {
  const { pathname } = window.location
  if (pathname === paths.calculator) reportStep('calculator_used')
  if (pathname === paths.reservation) reportSection(1)
})
// React's code, asked for one frame before the paint, would delay it by 0.8 s on a slow phone.
afterFirstPaint(async () => {
  const route = routeOf(window.location.pathname) ?? notFoundRoute
  const [{ start }] = await Promise.all([import('./start'), loadPage(route)])
  start(readSettings())
  // The development server has no finished pages: there React draws those that only show, too.
  if (import.meta.env.DEV) setTimeout((await import('@/shown/moveShown')).moveShown)
})
