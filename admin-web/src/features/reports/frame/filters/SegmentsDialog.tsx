import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { EditDialog } from '@/ui/form/EditDialog'
import { RowButton } from '@/ui/list/RowButton'
import type { Filters } from '../parameters/parameters'
import { FilterWords, SegmentDialog } from './SegmentDialog'
import { filtersOf, type Segment, segmentFilters } from './segments'

interface SegmentsDialogProps {
  segments: readonly Segment[]
  /** What is filtered by now. */
  filters: Filters
  onClose: () => void
}

/** All segments: each renamed, given the present filters, or deleted. */
export function SegmentsDialog({ segments, filters, onClose }: SegmentsDialogProps) {
  const [renamed, setRenamed] = useState<Segment | null>(null)
  const [removed, setRemoved] = useState<Segment | null>(null)
  const { run, isRunning, problem } = useStaffChange('report-segments')
  const isFiltered = Object.keys(filters).length > 0

  const refilter = ({ id, version }: Segment) =>
    run('patch', '/api/staff/report-segments/{segment_id}', {
      params: { path: { segment_id: id } },
      body: { filters: segmentFilters(filters), version },
    })

  return (
    <Dialog open onClose={onClose} aria-labelledby="segments" fullWidth maxWidth="sm">
      <DialogTitle id="segments">Segmente</DialogTitle>
      <DialogContent>
        <ul className="ruled segments">
          {segments.map((segment) => (
            <SegmentRow
              key={segment.id}
              segment={segment}
              isRunning={isRunning}
              onRename={() => setRenamed(segment)}
              onRemove={() => setRemoved(segment)}
              onRefilter={isFiltered ? () => void refilter(segment) : null}
            />
          ))}
        </ul>
        {problem && <p role="alert">{problem}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
      {renamed && (
        <SegmentDialog
          segment={renamed}
          filters={filtersOf(renamed)}
          onClose={() => setRenamed(null)}
        />
      )}
      {removed && <RemoveDialog segment={removed} onClose={() => setRemoved(null)} />}
    </Dialog>
  )
}

const RemoveDialog = ({ segment, onClose }: { segment: Segment; onClose: () => void }) => (
  <EditDialog
    title="Segment löschen?"
    button="Löschen"
    save={(call) =>
      call('delete', '/api/staff/report-segments/{segment_id}', {
        params: { path: { segment_id: segment.id }, query: { version: segment.version } },
      })
    }
    renews={['report-segments']}
    onClose={onClose}
  >
    <p>„{segment.name}“ verschwindet für alle. Berichte, die damit gemacht wurden, bleiben.</p>
  </EditDialog>
)

interface SegmentRowProps {
  segment: Segment
  isRunning: boolean
  onRename: () => void
  onRemove: () => void
  /** `null` while nothing is filtered. */
  onRefilter: (() => void) | null
}

function SegmentRow({ segment, isRunning, onRename, onRemove, onRefilter }: SegmentRowProps) {
  const { name } = segment
  return (
    <li>
      <div>
        <b>{name}</b>
        <FilterWords filters={filtersOf(segment)} />
      </div>
      <span className="buttons">
        <RowButton label="Umbenennen" what={name} onClick={onRename} />
        {onRefilter && (
          <RowButton
            label="Jetzige Filter übernehmen"
            what={name}
            isDisabled={isRunning}
            onClick={onRefilter}
          />
        )}
        <RowButton label="Löschen" what={name} onClick={onRemove} />
      </span>
    </li>
  )
}
