import type { SavedView, ViewDefinition } from '@/features/reservations/types'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput, TickInput } from '@/ui/form/inputs'

interface ViewDialogProps {
  /** The view to rename or share; without one a new view is saved. */
  view?: SavedView
  definition?: ViewDefinition
  onClose: () => void
}

/** Asks for the name of a view and whether the team sees it too. */
export const ViewDialog = ({ view, definition, onClose }: ViewDialogProps) => (
  <EditDialog
    title={view ? 'Ansicht ändern' : 'Ansicht speichern'}
    button="Speichern"
    color="secondary"
    schema="ViewIn"
    start={{ name: view?.name ?? '', is_team: view?.is_team ?? false }}
    isBlocked={({ values }) => values.name === ''}
    save={(call, body): Promise<unknown> =>
      view
        ? call('patch', '/api/staff/views/{view_id}', {
            params: { path: { view_id: view.id } },
            body,
          })
        : call('post', '/api/staff/views', {
            body: {
              resource: 'reservations',
              ...body,
              definition: definition as ViewDefinition,
            },
          })
    }
    renews={['views']}
    done={(_, { name }) => `Ansicht „${name}“ ${view ? 'geändert' : 'gespeichert'}.`}
    onClose={onClose}
  >
    <p className="muted">
      Eine Ansicht merkt sich Suche, Filter, Reihenfolge und Spalten dieser Liste.
    </p>
    <TextInput source="name" label="Name" required autoFocus />
    <TickInput source="is_team" label="Auch für das Team" />
  </EditDialog>
)
