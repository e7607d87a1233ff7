import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useFacets } from '@/features/reservations/useFacets'
import { useIsClerk } from '@/features/reservations/useRole'
import { FilterButton } from './FilterButton'
import { FILTERS, type Filter, isSet } from './filters'
import { useFilters } from './useFilters'

const SEARCH: Filter = { name: 'q', label: 'Suche', kind: 'one' }

/** Every filter in use as a button that says what it is set to, and the ones most often needed. */
export function FilterBar() {
  const { values, removeAll } = useFilters()
  const facets = useFacets()
  const isClerk = useIsClerk()
  const [open, setOpen] = useState<string | null>(null)
  const offered = FILTERS.filter(({ isPersonal }) => isClerk || !isPersonal)
  const isVisible = (filter: Filter) =>
    filter.isFirst || isSet(filter, values) || open === filter.name
  return (
    <section className="filter-bar" aria-label="Filter">
      {values.q && <FilterButton filter={SEARCH} />}
      {offered.filter(isVisible).map((filter) => (
        <FilterButton
          key={filter.name}
          filter={filter}
          facets={facets}
          isOpen={open === filter.name}
          onOpen={(isOpen) => setOpen(isOpen ? filter.name : null)}
        />
      ))}
      <MoreFilters filters={offered.filter((filter) => !isVisible(filter))} onChoice={setOpen} />
      {Object.keys(values).length > 0 && (
        <Button variant="text" onClick={removeAll}>
          Alle Filter entfernen
        </Button>
      )}
    </section>
  )
}

interface MoreFiltersProps {
  filters: readonly Filter[]
  onChoice: (name: string) => void
}

function MoreFilters({ filters, onChoice }: MoreFiltersProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (filters.length === 0) return null
  return (
    <>
      <Button
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Weitere Filter
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {filters.map(({ name, label }) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null)
              onChoice(name)
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
