import { useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { pagePath, pagesOf } from '../group'
import { PageRow } from './PageRow'
import { type Parameters, sharedQuery } from './parameters/parameters'

/** The reports beside this one. What they share is kept on the way: period, comparison, filters. */
export function ReportNavigation({ parameters }: { parameters?: Parameters }) {
  const { pathname } = useLocation()
  const role = useSession()?.account.role
  const group = pagesOf(role)
  if (group.length < 2) return null
  const search = parameters ? sharedQuery(parameters) : ''
  const pages = group.map(({ name, label }) => {
    const path = pagePath(name)
    return {
      key: name,
      to: { pathname: path, search },
      label,
      isCurrent: pathname === path || pathname.startsWith(`${path}/`),
    }
  })
  return <PageRow label="Berichte" pages={pages} />
}
