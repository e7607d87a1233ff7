import { Link, type To } from 'react-router-dom'

export interface PageLink {
  key: string
  to: To
  label: string
  isCurrent: boolean
}

/** Pages side by side; on small screens a row that rolls, with this page in sight. */
export function PageRow({ label, pages }: { label: string; pages: readonly PageLink[] }) {
  return (
    <nav className="sub-pages scrolling no-print" aria-label={label}>
      <ul>
        {pages.map(({ key, to, label: words, isCurrent }) => (
          <li key={key}>
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
    </nav>
  )
}

function intoView(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - row.clientWidth / 2
}
