import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { valueWords } from './filterWords'
import type { Filters } from './parameters'
import { type Segment, segmentFilters } from './segments'
import { FIELD_LABELS } from './words'

interface SegmentDialogProps {
  /** The one that is renamed; `null` for a new one. */
  segment: Segment | null
  filters: Filters
  onClose: () => void
}

/** Names a choice of filters. */
export function SegmentDialog({ segment, filters, onClose }: SegmentDialogProps) {
  const [name, setName] = useState(segment?.name ?? '')
  const { run, isRunning, problem, fieldErrors } = useStaffChange('report-segments')
  const notify = useNotify()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const saved = segment
      ? await run('PATCH', `report-segments/${segment.id}`, { name, version: segment.version })
      : await run('POST', 'report-segments', { name, filters: segmentFilters(filters) })
    if (!saved) return
    notify(`„${name.trim()}“ ist gespeichert.`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="segment" fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="segment">
          {segment ? 'Segment umbenennen' : 'Filter speichern'}
        </DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            label="Name"
            autoFocus
            value={name}
            error={fieldErrors.name !== undefined}
            helperText={fieldErrors.name ?? 'Alle, die Berichte lesen, sehen ihn.'}
            onChange={(event) => setName(event.target.value)}
          />
          <FilterWords filters={filters} />
          {problem && fieldErrors.name === undefined && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Speichern
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What a choice of filters is, line by line. */
export function FilterWords({ filters }: { filters: Filters }) {
  return (
    <ul className="filterworte leise">
      {Object.entries(filters).map(([field, values]) => (
        <li key={field}>
          {FIELD_LABELS[field] ?? field}: {valueWords(field, values)}
        </li>
      ))}
    </ul>
  )
}
