import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { Filters } from '../parameters/parameters'
import { FIELD_LABELS } from '../parameters/words'
import { valueWords } from './filterWords'
import { type Segment, segmentFilters } from './segments'

interface SegmentDialogProps {
  /** The one that is renamed; `null` for a new one. */
  segment: Segment | null
  filters: Filters
  onClose: () => void
}

/** Names a choice of filters. */
export function SegmentDialog({ segment, filters, onClose }: SegmentDialogProps) {
  const [name, setName] = useState(segment?.name ?? '')
  const { run, isRunning, problem, errors } = useFormChange(['report-segments'])
  const notify = useNotify()

  async function submit() {
    const saved = segment
      ? await run('patch', '/api/staff/report-segments/{segment_id}', {
          params: { path: { segment_id: segment.id } },
          body: { name, version: segment.version },
        })
      : await run('post', '/api/staff/report-segments', {
          body: { name, filters: segmentFilters(filters) },
        })
    if (!saved) return
    notify(`„${name.trim()}“ ist gespeichert.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={segment ? 'Segment umbenennen' : 'Filter speichern'}
      button="Speichern"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        autoFocus
        value={name}
        problem={errors.name}
        hint="Alle, die Berichte lesen, sehen ihn."
        onValue={setName}
      />
      <FilterWords filters={filters} />
    </FormDialog>
  )
}

/** What a choice of filters is, line by line. */
export function FilterWords({ filters }: { filters: Filters }) {
  return (
    <ul className="filter-words muted">
      {Object.entries(filters).map(([field, values]) => (
        <li key={field}>
          {FIELD_LABELS[field] ?? field}: {valueWords(field, values)}
        </li>
      ))}
    </ul>
  )
}
