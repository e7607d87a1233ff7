import { useState } from 'react'
import { FilterChips } from '@/features/reports/frame/filters/FilterChips'
import { filtersOf, segmentFilters } from '@/features/reports/frame/filters/segments'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import type { OwnFilters } from '../../schedule'
import { filterWords } from '../../words'

interface OwnFilterProps {
  address: string
  filters: OwnFilters
  /** The report with what the schedule asks; null where it has no filters. */
  parameters: Parameters | null
  /** Whether there are several reports, all of which it narrows. */
  isPack: boolean
  onFilters: (filters: OwnFilters) => void
}

/** What narrows the report for one recipient alone, on top of the filters of the report. */
export function OwnFilter({ address, filters, parameters, isPack, onFilters }: OwnFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const has = Object.keys(filters).length > 0
  if (!parameters)
    return has ? (
      <p className="error-text flush">
        {isPack ? 'Nicht jeder dieser Berichte hat Filter.' : 'Dieser Bericht hat keine Filter.'}{' '}
        <button type="button" className="text-button" onClick={() => onFilters({})}>
          Eigenen Filter entfernen
        </button>
      </p>
    ) : null
  const own = { ...parameters, filters: filtersOf({ filters: mutable(filters) }) }
  return (
    <div className="own-filter">
      <button
        type="button"
        className="text-button"
        aria-expanded={isOpen}
        aria-label={`Eigener Filter für ${address}`}
        onClick={() => setOpen(!isOpen)}
      >
        {has ? `Nur ${filterWords(filters)}` : 'Bekommt alles, eigenen Filter setzen'}
      </button>
      {isOpen && (
        <FilterChips
          parameters={own}
          change={(changes) => onFilters(segmentFilters(changes.filters ?? {}))}
        />
      )}
    </div>
  )
}

const mutable = (filters: OwnFilters): Record<string, string[]> =>
  Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]]))
