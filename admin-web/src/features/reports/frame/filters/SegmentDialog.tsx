import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
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
export const SegmentDialog = ({ segment, filters, onClose }: SegmentDialogProps) => (
  <EditDialog
    title={segment ? 'Segment umbenennen' : 'Filter speichern'}
    button="Speichern"
    schema="SegmentIn"
    kind={SEGMENT_NAME}
    start={segment ?? { name: '' }}
    isWhole={segment === null}
    save={(call, { name }, { base }) =>
      'version' in base
        ? call('patch', '/api/staff/report-segments/{segment_id}', {
            params: { path: { segment_id: base.id } },
            body: { name, version: base.version },
          })
        : call('post', '/api/staff/report-segments', {
            body: { name, filters: segmentFilters(filters) },
          })
    }
    renews={['report-segments']}
    done={(_, { name }) => `„${name}“ ist gespeichert.`}
    onClose={onClose}
  >
    <TextInput source="name" label="Name" hint="Alle, die Berichte lesen, sehen ihn." autoFocus />
    <FilterWords filters={filters} />
  </EditDialog>
)

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
