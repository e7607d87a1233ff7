import { useState } from 'react'
import { Icon } from '@/ui/page/Icon'
import { AddFilter } from './AddFilter'
import { FilterButton } from './FilterButton'
import { FilterText } from './FilterText'
import { type Filter, isSet } from './filter'
import { useFilters } from './useFilters'

/** Every filter in use as a chip that says what it is set to, and the way to further ones. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { values, removeAll } = useFilters()
  const [open, setOpen] = useState<string | null>(null)
  const isShown = (filter: Filter) => isSet(filter, values) || open === filter.name
  const chips = filters.filter(({ kind }) => kind !== 'text')
  const further = chips.filter((filter) => filter.kind !== 'search' && !isShown(filter))
  return (
    <section className="filter-bar" aria-label="Filter">
      {filters
        .filter(({ kind }) => kind === 'text')
        .map(({ name, label }) => (
          <FilterText key={name} source={name} label={label} />
        ))}
      {chips.filter(isShown).map((filter) => (
        <FilterButton
          key={filter.name}
          filter={filter}
          isOpen={open === filter.name}
          onOpen={(isOpen) => setOpen(isOpen ? filter.name : null)}
        />
      ))}
      {further.length > 0 && <AddFilter filters={further} onChoice={setOpen} />}
      {Object.keys(values).length > 1 && (
        <button
          type="button"
          className="tool"
          aria-label="Alle Filter entfernen"
          title="Alle Filter entfernen"
          onClick={removeAll}
        >
          <Icon name="close" size={16} /> Alle
        </button>
      )}
    </section>
  )
}
