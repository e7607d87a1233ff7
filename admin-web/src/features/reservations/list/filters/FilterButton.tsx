import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { Facets } from '@/features/reservations/types'
import { Icon } from '@/ui/page/Icon'
import { FilterInput } from './FilterInput'
import { type Filter, filterWords, isSet } from './filters'
import { useFilters } from './useFilters'

interface FilterButtonProps {
  filter: Filter
  facets?: Facets | undefined
  isOpen?: boolean
  /** Without it the filter can only be removed here, such as the search, which has its own field. */
  onOpen?: (isOpen: boolean) => void
}

/** One filter: „Paket“, and once set „Paket: Standard“ with a button to remove it. */
export function FilterButton({ filter, facets, isOpen = false, onOpen }: FilterButtonProps) {
  const { values, remove } = useFilters()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const words = isSet(filter, values) ? filterWords(filter, values, facets) : ''
  return (
    <span className="filter-button" data-set={words !== '' || undefined} ref={setAnchor}>
      {onOpen ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <FilterText label={filter.label} words={words} />
        </button>
      ) : (
        <span>
          <FilterText label={filter.label} words={words} />
        </span>
      )}
      {words && (
        <button
          type="button"
          aria-label={`Filter ${filter.label} entfernen`}
          onClick={() => remove(filter)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {onOpen && anchor && (
        <Popover
          open={isOpen}
          anchorEl={anchor}
          onClose={() => onOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': filter.label, className: 'filter-popup' },
          }}
        >
          <FilterInput filter={filter} facets={facets} onDone={() => onOpen(false)} />
        </Popover>
      )}
    </span>
  )
}

const FilterText = ({ label, words }: { label: string; words: string }) =>
  words ? (
    <>
      {label}: <b>{words}</b>
    </>
  ) : (
    label
  )
