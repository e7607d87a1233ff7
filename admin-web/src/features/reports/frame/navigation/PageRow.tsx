import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PageLink } from './pageLink'

/**
 * Pages side by side in one line; those it has no room for are in a menu at its end. On small screens it
 * is a row that rolls, with this page in sight.
 */
export function PageRow({ label, pages }: { label: string; pages: readonly PageLink[] }) {
  const [list, shown] = useFirstLine<HTMLUListElement>(pages.length)
  const rest = pages.slice(shown)
  return (
    <nav className="sub-pages scrolling no-print" aria-label={label}>
      <ul ref={list}>
        {pages.map(({ key, to, label: words, isCurrent }, index) => (
          <li key={key} className={index < shown ? undefined : 'is-wrapped'}>
            <Link
              to={to}
              ref={isCurrent ? intoView : undefined}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && <MorePages pages={rest} />}
    </nav>
  )
}

function intoView(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - row.clientWidth / 2
}

/**
 * How many of `count` items stand in the first line of a list that wraps, now and whenever the list or one of its items
 * gets another width, as when a font arrives.
 */
function useFirstLine<E extends HTMLElement>(count: number) {
  const ref = useRef<E>(null)
  const [shown, setShown] = useState(count)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || count === 0) return
    const items = [...list.children] as HTMLElement[]
    const measure = () => {
      const top = items[0]?.offsetTop ?? 0
      const wrapped = items.findIndex(({ offsetTop }) => offsetTop > top)
      setShown(wrapped < 0 ? count : wrapped)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [list, ...items]) observer.observe(one)
    return () => observer.disconnect()
  }, [count])
  return [ref, shown] as const
}

/** The pages at the end of a row that it has no room for; where this page is one of them, it is named. */
function MorePages({ pages }: { pages: readonly PageLink[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const current = pages.find(({ isCurrent }) => isCurrent)
  const close = () => setAnchor(null)
  return (
    <>
      <button
        type="button"
        className={current ? 'more-pages is-current' : 'more-pages'}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {current && <span className="visually-hidden">Mehr, gezeigt wird: </span>}
        {current?.label ?? 'Mehr'}
        <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
          <path d="M1 1l4 4l4-4" />
        </svg>
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        variant="menu"
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Weitere Berichte' } }}
      >
        {pages.map(({ key, to, label, isCurrent }) => (
          <MenuItem
            key={key}
            component={Link}
            to={to}
            selected={isCurrent}
            aria-current={isCurrent ? 'page' : undefined}
            onClick={close}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
