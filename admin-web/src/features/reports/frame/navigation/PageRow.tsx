import { Link } from 'react-router-dom'
import { MorePages } from './MorePages'
import type { PageLink } from './pageLink'
import { useFirstLine } from './useFirstLine'

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
