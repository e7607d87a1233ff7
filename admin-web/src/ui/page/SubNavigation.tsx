import { Link, useLocation } from 'react-router-dom'

interface SubNavigationProps {
  label: string
  pages: readonly (readonly [path: string, label: string])[]
  /** The path of the shown one, where its address may lie below it. */
  current?: string | undefined
}

/** Pages that belong together, side by side. */
export function SubNavigation({ label, pages, current }: SubNavigationProps) {
  const { pathname } = useLocation()
  const shown = current ?? pathname
  return (
    <nav className="sub-pages" aria-label={label}>
      <ul>
        {pages.map(([path, words]) => (
          <li key={path}>
            <Link to={path} aria-current={shown === path ? 'page' : undefined}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
