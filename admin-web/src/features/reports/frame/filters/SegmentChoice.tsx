import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { Filters } from '../parameters/parameters'
import { SegmentDialog } from './SegmentDialog'
import { SegmentsDialog } from './SegmentsDialog'
import { filtersOf, isSameChoice } from './segments'

interface SegmentChoiceProps {
  filters: Filters
  onFilters: (filters: Filters) => void
}

/** Saved filters by name: take one, save the present ones, put the list in order. */
export function SegmentChoice({ filters, onFilters }: SegmentChoiceProps) {
  const { data } = useStaffQuery('/api/staff/report-segments')
  const segments = data?.data ?? []
  const chosen = segments.find((segment) => isSameChoice(filtersOf(segment), filters))
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'save' | 'order' | null>(null)
  const isFiltered = Object.keys(filters).length > 0

  function pick(act: () => void) {
    setAnchor(null)
    act()
  }

  return (
    <>
      <Button
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {chosen ? `Segment: ${chosen.name}` : 'Segmente'}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {segments.length === 0 && <MenuItem disabled>Noch kein Segment gespeichert</MenuItem>}
        {segments.map((segment) => (
          <MenuItem
            key={segment.id}
            selected={segment === chosen}
            onClick={() => pick(() => onFilters(filtersOf(segment)))}
          >
            {segment.name}
          </MenuItem>
        ))}
        {(isFiltered || segments.length > 0) && <Divider />}
        {isFiltered && !chosen && (
          <MenuItem onClick={() => pick(() => setDialog('save'))}>Diese Filter speichern</MenuItem>
        )}
        {segments.length > 0 && (
          <MenuItem onClick={() => pick(() => setDialog('order'))}>Segmente ordnen</MenuItem>
        )}
      </Menu>
      {dialog === 'save' && (
        <SegmentDialog segment={null} filters={filters} onClose={() => setDialog(null)} />
      )}
      {dialog === 'order' && (
        <SegmentsDialog segments={segments} filters={filters} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
