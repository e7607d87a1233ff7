import { useListContext } from 'react-admin'
import { type Filter, type FilterValues, plainFilters, without } from './filter'

/** The list's filters, and ways to change them. The address of the page follows. */
export function useFilters() {
  const { filterValues, setFilters } = useListContext()
  const values: FilterValues = plainFilters(filterValues ?? {})
  return {
    values,
    set: (changes: FilterValues) => setFilters(plainFilters({ ...values, ...changes })),
    remove: (filter: Filter) => setFilters(without(values, filter)),
    removeAll: () => setFilters({}),
  }
}
