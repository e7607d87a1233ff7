import Popover from '@mui/material/Popover'
import { type ReactNode, useState } from 'react'
import { Icon } from '@/ui/page/Icon'
import { FilterInput } from './FilterInput'
import { type Filter, filterWords } from './filter'
import { useFilters } from './useFilters'

interface FilterButtonProps {
  filter: Filter
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One filter: „Paket: Standard“ with a button to remove it. */
export function FilterButton({ filter, isOpen, onOpen }: FilterButtonProps) {
  const { values, remove } = useFilters()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const words = filterWords(filter, values)
  return (
    <span className="filter-button" data-set={words !== '' || undefined} ref={setAnchor}>
      {filter.kind === 'search' ? (
        <span>
          <ChipWords label={filter.label} words={words} />
        </span>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <ChipWords label={filter.label} words={words} />
        </button>
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
      {anchor && filter.kind !== 'search' && (
        <Popover
          open={isOpen}
          anchorEl={anchor}
          onClose={() => onOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            transition: { onEntering: focusFirst },
            paper: { role: 'dialog', 'aria-label': filter.label, className: 'filter-popup' },
          }}
        >
          <FilterInput filter={filter} onDone={() => onOpen(false)} />
        </Popover>
      )}
    </span>
  )
}

/** Opened by key, it has the focus, for typing or choosing. */
const focusFirst = (popup: HTMLElement) =>
  popup.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })

const ChipWords = ({ label, words }: { label: string; words: ReactNode }) =>
  words ? (
    <>
      {label}: <b>{words}</b>
    </>
  ) : (
    label
  )
