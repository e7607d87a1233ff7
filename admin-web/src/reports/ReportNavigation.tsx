import { useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { reportsOf } from './group'
import { PageRow } from './PageRow'
import { type Parameters, sharedQuery } from './parameters'

/** The reports beside this one. What they share is kept on the way: period, comparison, filters. */
export function ReportNavigation({ parameters }: { parameters?: Parameters }) {
  const { pathname } = useLocation()
  const role = useSession()?.account.role
  const reports = reportsOf(role)
  if (reports.length < 2) return null
  const search = parameters ? sharedQuery(parameters) : ''
  const pages = reports.map(({ path, label }) => ({
    key: path,
    to: { pathname: path, search },
    label,
    isCurrent: pathname === path || pathname.startsWith(`${path}/`),
  }))
  return <PageRow label="Berichte" pages={pages} />
}
