import { Link, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { pagePath, pagesOf } from '../../group'
import { type Parameters, sharedQuery } from '../parameters/parameters'
import { PageRow } from './PageRow'
import type { PageLink } from './pageLink'

interface ReportNavigationProps {
  /** What the page answers. */
  question: string
  parameters?: Parameters
}

/**
 * The question of a page, and the pages beside it: reports in a row, collections of them beside the
 * question. What reports share is kept on the way: period, comparison, filters.
 */
export function ReportNavigation({ question, parameters }: ReportNavigationProps) {
  const { pathname } = useLocation()
  const role = useSession()?.account.role
  const group = pagesOf(role)
  const search = parameters ? sharedQuery(parameters) : ''
  const links = (isCollection: boolean): PageLink[] =>
    group
      .filter((page) => (page.isCollection ?? false) === isCollection)
      .map(({ name, label }) => {
        const path = pagePath(name)
        return {
          key: name,
          to: { pathname: path, search },
          label,
          isCurrent: pathname === path || pathname.startsWith(`${path}/`),
        }
      })
  return (
    <div className="report-head">
      <p className="report-question">{question || '\u00a0'}</p>
      {group.length > 1 && (
        <>
          <Collections pages={links(true)} />
          <PageRow label="Berichte" pages={links(false)} />
        </>
      )}
    </div>
  )
}

const Collections = ({ pages }: { pages: readonly PageLink[] }) => (
  <nav className="report-collections no-print" aria-label="Festgehaltene und regelmäßige Berichte">
    {pages.map(({ key, to, label, isCurrent }) => (
      <Link key={key} to={to} aria-current={isCurrent ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
)
