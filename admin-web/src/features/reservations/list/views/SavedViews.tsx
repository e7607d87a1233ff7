import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { SavedView, ViewDefinition } from '@/features/reservations/types'
import { useSession } from '@/session/session'
import { Icon } from '@/ui/page/Icon'
import { useChosenColumns } from '@/ui/table/useChosenColumns'
import { listFilters, listOrder, showsView, viewAddress } from '../query'
import { ViewDialog } from './ViewDialog'

const EVERYTHING = { filters: {}, sort: 'created_at', order: 'desc' } as const

/** Lists as people want to see them again: everything, one's own views, then the team's. */
export function SavedViews() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null)
  const [chosen] = useChosenColumns()
  const columns = chosen ?? null
  const shown = useShownView()
  const { choices, current } = useChoices(shown)
  const changes = useViewActions(current, columns, () => setDialog('rename'))
  const open = choices.find(({ isCurrent }) => isCurrent)
  const actions = open ? changes : [{ label: 'Ansicht speichern', run: () => setDialog('save') }]
  const pick = (run: () => unknown) => () => {
    setAnchor(null)
    run()
  }
  return (
    <div className="saved-views">
      <button
        type="button"
        className="tool"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="visually-hidden">Ansicht: </span>
        <b>{open?.label ?? 'Eigene Auswahl'}</b>
        <Icon name="down" size={14} />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Gespeicherte Ansichten' } }}
      >
        {choices.map((choice) => (
          <ViewItem key={choice.key} choice={choice} onPick={pick(choice.open)} />
        ))}
        {actions.length > 0 && <Divider component="li" />}
        {actions.map(({ label, run }) => (
          <MenuItem key={label} dense onClick={pick(run)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {dialog === 'save' && (
        <ViewDialog definition={{ ...shown, columns }} onClose={() => setDialog(null)} />
      )}
      {dialog === 'rename' && current && (
        <ViewDialog view={current} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

type ViewChoice = ReturnType<typeof useChoices>['choices'][number]

function ViewItem({ choice, onPick, ...focus }: { choice: ViewChoice; onPick: () => void }) {
  const { label, hint, isCurrent } = choice
  return (
    <MenuItem
      {...focus}
      dense
      role="menuitemradio"
      aria-checked={isCurrent}
      selected={isCurrent}
      onClick={onPick}
    >
      {label}
      {hint && <small className="view-hint">{hint}</small>}
    </MenuItem>
  )
}

/** Everything and the saved views, each with the way to it; the one the list shows now is current. */
function useChoices(shown: Omit<ViewDefinition, 'columns'>) {
  const views = useSavedViews()
  const [, setChosen] = useChosenColumns()
  const navigate = useNavigate()
  const current = views.find(({ definition }) => showsView(definition, shown))
  const everything = {
    key: 0,
    label: 'Alle Reservierungen',
    hint: '',
    isCurrent: showsView({ ...EVERYTHING, columns: null }, shown),
    open: () => navigate(viewAddress(EVERYTHING)),
  }
  const saved = [...views].sort(ownFirst).map((view) => ({
    key: view.id,
    label: view.name,
    hint: view.is_team ? 'Team' : '',
    isCurrent: view.id === current?.id,
    open: () => {
      if (view.definition.columns) setChosen(view.definition.columns)
      navigate(viewAddress(view.definition))
    },
  }))
  return { choices: [everything, ...saved], current }
}

const ownFirst = (one: SavedView, other: SavedView) =>
  Number(one.is_team) - Number(other.is_team) || one.name.localeCompare(other.name, 'de')

/** What the list shows right now, as it would be saved. */
function useShownView(): Omit<ViewDefinition, 'columns'> {
  const { filterValues, sort } = useListContext()
  return {
    filters: listFilters(filterValues ?? {}),
    ...listOrder(sort),
  }
}

interface ViewAction {
  label: string
  run: () => unknown
}

/** What can be done with the view that is open: share, take over the columns, delete; renaming asks first. */
function useViewActions(
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

/** The saved views of this list: one's own and the team's. */
function useSavedViews(): SavedView[] {
  const { data } = useStaffQuery('/api/staff/views', {
    params: { query: { resource: 'reservations' } },
    staleTime: 60_000,
  })
  return (data?.data ?? []) as SavedView[]
}

interface Step {
  change: () => Promise<unknown>
  words: string
}

/** Saves, changes and deletes views; says in words what became of it. */
function useViewChanges() {
  const call = useCall()
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ change }: Step) => change(),
    onSuccess: (_, { words }) => {
      notify(words, { type: 'success' })
      return queries.invalidateQueries({ queryKey: ['views'] })
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
  const path = ({ id }: SavedView) => ({ path: { view_id: id } })
  return {
    isPending,
    change: (view: SavedView, body: Schemas['ViewEditIn']) =>
      mutateAsync({
        change: () => call('patch', '/api/staff/views/{view_id}', { params: path(view), body }),
        words: `Ansicht „${body.name ?? view.name}“ geändert.`,
      }),
    remove: (view: SavedView) =>
      mutateAsync({
        change: () => call('delete', '/api/staff/views/{view_id}', { params: path(view) }),
        words: `Ansicht „${view.name}“ gelöscht.`,
      }),
  }
}
