import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { SavedView, ViewDefinition } from '@/features/reservations/types'
import { useSession } from '@/session/session'
import { useChosenColumns } from '@/ui/list/ConsoleDatagrid'
import { listFilters, listOrder, showsView, viewAddress } from '../filters/filters'
import { useSavedViews } from './useSavedViews'
import { ViewDialog } from './ViewDialog'
import { ViewMenu } from './ViewMenu'

const EVERYTHING = { filters: {}, sort: 'created_at', order: 'desc' } as const

/** Lists as people want to see them again: everything, one's own views, then the team's. */
export function SavedViews() {
  const views = useSavedViews()
  const shown = useShownView()
  const [chosen, setChosen] = useChosenColumns()
  const navigate = useNavigate()
  const isAdmin = useSession()?.account.role === 'admin'
  const [isSaving, setSaving] = useState(false)
  const current = views.find(({ definition }) => showsView(definition, shown))
  const open = ({ definition }: SavedView) => {
    if (definition.columns) setChosen(definition.columns)
    navigate(viewAddress(definition))
  }
  const isEverything = showsView({ ...EVERYTHING, columns: null }, shown)
  return (
    <nav className="saved-views" aria-label="Gespeicherte Ansichten">
      <ul>
        <Tab
          label="Alle"
          isCurrent={isEverything}
          onOpen={() => navigate(viewAddress(EVERYTHING))}
        />
        {[...views].sort(ownFirst).map((view) => (
          <Tab
            key={view.id}
            label={view.name}
            hint={view.is_team ? 'Team' : undefined}
            isCurrent={view.id === current?.id}
            onOpen={() => open(view)}
          />
        ))}
      </ul>
      {current && (current.is_mine || isAdmin) && (
        <ViewMenu view={current} columns={chosen ?? null} />
      )}
      {!current && !isEverything && (
        <Button variant="text" onClick={() => setSaving(true)}>
          Ansicht speichern
        </Button>
      )}
      {isSaving && (
        <ViewDialog
          definition={{ ...shown, columns: chosen ?? null }}
          onClose={() => setSaving(false)}
        />
      )}
    </nav>
  )
}

const ownFirst = (one: SavedView, other: SavedView) =>
  Number(one.is_team) - Number(other.is_team) || one.name.localeCompare(other.name, 'de')

interface TabProps {
  label: string
  hint?: string | undefined
  isCurrent: boolean
  onOpen: () => void
}

function Tab({ label, hint, isCurrent, onOpen }: TabProps) {
  return (
    <li>
      <button type="button" aria-current={isCurrent || undefined} onClick={onOpen}>
        {label}
        {hint && <small>{hint}</small>}
      </button>
    </li>
  )
}

/** What the list shows right now, as it would be saved. */
function useShownView(): Omit<ViewDefinition, 'columns'> {
  const { filterValues, sort } = useListContext()
  return {
    filters: listFilters(filterValues ?? {}),
    ...listOrder(sort),
  }
}
