import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { reportPageView } from '@/lib/attribution/report'
import { routeOf } from './routes'

/**
 * What a browser does by itself when it loads a page, and must be done by hand when the router
 * changes it: new title and head, back to the top, reading position on the heading, another page to count.
 */
export function useNavigationEffects(publicUrl: string): void {
  const { key, pathname, hash } = useLocation()
  const shown = useRef(key)
  const counted = useRef(pathname)

  useEffect(() => {
    if (counted.current === pathname) return
    counted.current = pathname
    reportPageView()
  }, [pathname])

  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const page = routeOf(pathname)?.path ?? 'notFound'
    // The texts of all heads are fetched on the first navigation; the first page has its own.
    import('./head').then(
      ({ applyHead, headOf }) => {
        if (shown.current === key) applyHead(headOf(page, pathname, publicUrl))
      },
      // Without them the page keeps its old title, which must not cost its content.
      () => {},
    )
    // A jump within the page goes where it points, not to the top. A fragment that names no place
    // is no jump: the calculator keeps its choice there.
    if (hash && document.getElementById(hash.slice(1))) return
    window.scrollTo(0, 0)
    focusHeading()
  }, [key, pathname, hash, publicUrl])
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
