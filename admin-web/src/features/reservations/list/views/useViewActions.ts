import type { SavedView } from '@/features/reservations/types'
import { useSession } from '@/session/session'
import { useViewChanges } from './useSavedViews'

interface ViewAction {
  label: string
  run: () => unknown
}

/** What can be done with the view that is open: share, take over the columns, delete; renaming asks first. */
export function useViewActions(
  view: SavedView | undefined,
  columns: string[] | null,
  onRename: () => void,
): ViewAction[] {
  const { change, remove } = useViewChanges()
  const isAdmin = useSession()?.account.role === 'admin'
  if (!view || !(view.is_mine || isAdmin)) return []
  // What went wrong is said by the change itself.
  const quietly = (done: Promise<unknown>) => void done.catch(() => undefined)
  return [
    { label: 'Umbenennen', run: onRename },
    {
      label: view.is_team ? 'Nur noch für mich' : 'Mit dem Team teilen',
      run: () => quietly(change(view, { is_team: !view.is_team })),
    },
    {
      label: 'Jetzige Spalten übernehmen',
      run: () => quietly(change(view, { definition: { ...view.definition, columns } })),
    },
    { label: 'Löschen', run: () => quietly(remove(view)) },
  ]
}
