import type { Schemas } from '@/api/operations'
import { FILTER_FIELDS, type Filters } from '../parameters/parameters'

/** Filters under a name, shared by everybody who reads reports. */
export type Segment = Schemas['SegmentOut']

const PREFIX = 'only_'

/** A segment's filters by fields, as pages know them. */
export const filtersOf = ({ filters }: Pick<Segment, 'filters'>): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name.slice(PREFIX.length), values]),
  )

/** The same the other way: by their names in a report's address. */
export const segmentFilters = (filters: Filters): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(filters).map(([field, values]) => [PREFIX + field, values]))

/** Whether two choices of filters are the same, in whatever order. */
export const isSameChoice = (one: Filters, other: Filters): boolean =>
  FILTER_FIELDS.every(
    (field) =>
      [...(one[field] ?? [])].sort().join('\n') === [...(other[field] ?? [])].sort().join('\n') &&
      (one[field]?.length ?? 0) === (other[field]?.length ?? 0),
  )
