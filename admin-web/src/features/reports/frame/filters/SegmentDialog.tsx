import { useCall } from '@/api/useCall'
import { Conflict } from '@/ui/form/Conflict'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import type { EditKind } from '@/ui/form/versions'
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

type Name = Pick<Segment, 'name'>

/** How a segment is renamed, or one given its name. */
const SEGMENT_NAME: EditKind<Segment | Name, Name, Name> = {
  formOf: ({ name }) => ({ name }),
  read: ({ name }) => ({ values: { name: name.trim() }, problems: {} }),
  labels: { name: 'Name' },
  show: (_, { name }) => name,
  what: 'dieses Segment',
}

/** Names a choice of filters. */
export function SegmentDialog(props: SegmentDialogProps) {
  const { segment, filters, onClose } = props
  const edit = useNameSave(props)
  const { conflict } = edit
  return (
    <FormDialog
      title={segment ? 'Segment umbenennen' : 'Filter speichern'}
      button="Speichern"
      isBlocked={edit.isRunning || conflict !== null}
      problem={edit.problem}
      onClose={onClose}
      onSubmit={edit.submit}
    >
      {conflict ? (
        <Conflict kind={edit.kind} versions={conflict} />
      ) : (
        <>
          <TextInput
            label="Name"
            autoFocus
            value={edit.form.name}
            problem={edit.errors.name}
            hint="Alle, die Berichte lesen, sehen ihn."
            onValue={(name) => edit.type({ name })}
          />
          <FilterWords filters={filters} />
        </>
      )}
    </FormDialog>
  )
}

function useNameSave({ segment, filters, onClose }: SegmentDialogProps) {
  const call = useCall()
  return useVersionedSave(SEGMENT_NAME, segment ?? { name: '' }, {
    renews: ['report-segments'],
    isWhole: segment === null,
    save: (_, base, { name }) =>
      'version' in base
        ? call('patch', '/api/staff/report-segments/{segment_id}', {
            params: { path: { segment_id: base.id } },
            body: { name, version: base.version },
          })
        : call('post', '/api/staff/report-segments', {
            body: { name, filters: segmentFilters(filters) },
          }),
    onSaved(_, { name }) {
      onClose()
      return { words: `„${name}“ ist gespeichert.` }
    },
  })
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
