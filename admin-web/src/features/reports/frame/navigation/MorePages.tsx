import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { PageLink } from './pageLink'

/** The pages at the end of a row that it has no room for; where this page is one of them, it is named. */
export function MorePages({ pages }: { pages: readonly PageLink[] }) {
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
