import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { Brand } from '@/components/Brand'
import { MenuIcon } from '@/components/icons'
import { mainNavigation, siteText } from '@/content/de/site'
import { useIsKnownPath } from '@/lib/knownPaths'
import { paths } from '@/lib/paths'
import { useParkState } from '@/lib/placesFree'

export function Header() {
  const isKnown = useIsKnownPath()
  const { open, toggle, button } = useMenu()
  const reserving = useLocation().pathname === paths.reservation
  const { openMenu, closeMenu, menuLabel } = siteText.header
  return (
    <header className="head">
      <div className="wrap">
        <Brand />
        <nav id="hauptmenue" aria-label={menuLabel} data-open={open}>
          <ul>
            {mainNavigation
              .filter(({ path }) => isKnown(path))
              .map(({ path, label }) => (
                <li key={path}>
                  <NavLink to={path}>{label}</NavLink>
                </li>
              ))}
          </ul>
        </nav>
        <ReserveLink isCurrent={reserving} />
        <button
          ref={button}
          type="button"
          className="head__menu"
          aria-label={open ? closeMenu : openMenu}
          aria-expanded={open}
          aria-controls="hauptmenue"
          onClick={toggle}
        >
          <MenuIcon open={open} />
        </button>
      </div>
    </header>
  )
}

/**
 * Always an outline: the page itself has the one yellow button. None where there is neither a place nor a list of those
 * who wait for one.
 */
function ReserveLink({ isCurrent }: { isCurrent: boolean }) {
  const state = useParkState()
  if (state === 'cancelled' || state === 'paused') return null
  const isFull = state === 'full'
  const [subject, verb] = isFull ? siteText.header.ask : siteText.header.reserve
  return (
    <Link
      className="button button--small button--line head__reserve"
      to={isFull ? paths.waitingList : paths.reservation}
      aria-current={isCurrent && !isFull ? 'page' : undefined}
    >
      <span className="head__subject">{subject} </span>
      <span className="head__verb">{verb}</span>
    </Link>
  )
}

/** The small-screen menu: open or closed, closed by Escape and by every navigation. */
function useMenu() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Remembering where it was opened closes it as soon as the location is another one.
  const open = openAt === key

  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  return { open, toggle: () => setOpenAt(open ? null : key), button }
}
