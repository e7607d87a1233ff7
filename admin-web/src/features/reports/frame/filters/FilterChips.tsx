import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Icon } from '@/ui/page/Icon'
import { FILTER_FIELDS, type Filters, withFilter } from '../parameters/parameters'
import type { ParameterState } from '../parameters/useParameters'
import { FIELD_LABELS } from '../parameters/words'
import { FilterValues } from './FilterValues'
import { valueWords } from './filterWords'
import { SegmentChoice } from './SegmentChoice'

/** The filters in use, each to be changed or taken away, and the way to another one. */
export function FilterChips({ parameters, change }: Pick<ParameterState, 'parameters' | 'change'>) {
  const { filters } = parameters
  const [open, setOpen] = useState<{ field: string; anchor: HTMLElement } | null>(null)
  const set = (field: string, values: readonly string[]) =>
    change({ filters: withFilter(filters, field, values) })
  return (
    <div className="filter-bar">
      {FILTER_FIELDS.filter((field) => filters[field]).map((field) => (
        <Chip
          key={field}
          field={field}
          values={filters[field] ?? []}
          isOpen={open?.field === field}
          onOpen={(anchor) => setOpen({ field, anchor })}
          onRemove={() => set(field, [])}
        />
      ))}
      <AddFilter filters={filters} onChoice={(field, anchor) => setOpen({ field, anchor })} />
      {Object.keys(filters).length > 0 && (
        <Button variant="text" onClick={() => change({ filters: {} })}>
          Alle Filter entfernen
        </Button>
      )}
      <SegmentChoice filters={filters} onFilters={(chosen) => change({ filters: chosen })} />
      {open && (
        <FilterValues
          field={open.field}
          anchor={open.anchor}
          parameters={parameters}
          onClose={() => setOpen(null)}
          onValues={(values) => set(open.field, values)}
        />
      )}
    </div>
  )
}

interface ChipProps {
  field: string
  values: readonly string[]
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
  onRemove: () => void
}

function Chip({ field, values, isOpen, onOpen, onRemove }: ChipProps) {
  const label = FIELD_LABELS[field]
  return (
    <span className="filter-button" data-set>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        {label}: <b>{valueWords(field, values)}</b>
      </button>
      <button type="button" aria-label={`Filter ${label} entfernen`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

interface AddFilterProps {
  filters: Filters
  onChoice: (field: string, anchor: HTMLElement) => void
}

function AddFilter({ filters, onChoice }: AddFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const offered = FILTER_FIELDS.filter((field) => !filters[field])
  const choose = (field: string) => {
    if (anchor) onChoice(field, anchor)
    setAnchor(null)
  }
  if (offered.length === 0) return null
  return (
    <>
      <Button
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Filter hinzufügen
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((field) => (
          <MenuItem key={field} onClick={() => choose(field)}>
            {FIELD_LABELS[field]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
