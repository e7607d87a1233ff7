import { Link, useLocation } from 'react-router-dom'

interface SubNavigationProps {
  label: string
  pages: readonly (readonly [path: string, label: string])[]
}

/** The pages of one entry of the navigation, side by side. */
export function SubNavigation({ label, pages }: SubNavigationProps) {
  const { pathname } = useLocation()
  return (
    <nav className="sub-pages" aria-label={label}>
      <ul>
        {pages.map(([path, words]) => (
          <li key={path}>
            <Link to={path} aria-current={pathname === path ? 'page' : undefined}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
