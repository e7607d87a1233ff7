import { Link, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { type PageName, pagePath, pagesOf } from '../../group'
import { type Parameters, sharedQuery } from '../parameters/parameters'
import { PageRow } from './PageRow'
import type { PageLink } from './pageLink'

interface ReportNavigationProps {
  /** What the page answers. */
  question: string
  parameters?: Parameters
}

/**
 * The question of a page, and the pages beside it: reports in a row, the parts of this one below, collections of
 * them beside the question. What reports share is kept on the way: period, comparison, filters.
 */
export function ReportNavigation({ question, parameters }: ReportNavigationProps) {
  const { pathname } = useLocation()
  const role = useSession()?.account.role
  const group = pagesOf(role)
  const search = parameters ? sharedQuery(parameters) : ''
  const isAt = (name: PageName) =>
    pathname === pagePath(name) || pathname.startsWith(`${pagePath(name)}/`)
  const here = group.find(({ name }) => isAt(name))
  const tab = here?.partOf ?? here?.name
  const link = ({ name, label }: (typeof group)[number], isCurrent: boolean): PageLink => ({
    key: name,
    to: { pathname: pagePath(name), search },
    label,
    isCurrent,
  })
  const reports = group.filter(({ place, partOf }) => !place && !partOf)
  const parts = group.filter(({ name, partOf }) => name === tab || partOf === tab)
  const collections = group.filter(({ place }) => place === 'collection')
  return (
    <div className="report-head">
      <p className="report-question">{question || '\u00a0'}</p>
      {group.length > 1 && (
        <>
          <Collections pages={collections.map((page) => link(page, isAt(page.name)))} />
          <PageRow label="Berichte" pages={reports.map((page) => link(page, page.name === tab))} />
          {parts.length > 1 && (
            <PageRow
              label="Teile dieses Berichts"
              pages={parts.map((page) => link(page, page === here))}
            />
          )}
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
