import { useListContext } from 'react-admin'
import type { Schemas } from '@/api/operations'

/** The filters of the log as they stand in the address. */
export type AuditFilters = Schemas['AuditFilters']

/** The filters, and a way to change some of them; `undefined` takes one away. */
export function useAuditFilters() {
  const { filterValues, setFilters } = useListContext()
  const filters: AuditFilters = filterValues ?? {}
  const change = (changes: { [name in keyof AuditFilters]: string | undefined }) =>
    setFilters(
      Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value)),
    )
  return { filters, change }
}
