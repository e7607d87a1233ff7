import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { SavedView } from '@/features/reservations/types'
import { useViewChanges } from './useSavedViews'
import { ViewDialog } from './ViewDialog'

/** What can be done with the view that is open: rename, share, take over the columns, delete. */
export function ViewMenu({ view, columns }: { view: SavedView; columns: string[] | null }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isRenaming, setRenaming] = useState(false)
  const { change, remove } = useViewChanges()
  const pick = (action: () => unknown) => () => {
    setAnchor(null)
    void Promise.resolve(action()).catch(() => undefined)
  }
  return (
    <>
      <Button
        variant="text"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Ansicht bearbeiten
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={pick(() => setRenaming(true))}>Umbenennen</MenuItem>
        <MenuItem onClick={pick(() => change(view, { is_team: !view.is_team }))}>
          {view.is_team ? 'Nur noch für mich' : 'Mit dem Team teilen'}
        </MenuItem>
        <MenuItem
          onClick={pick(() => change(view, { definition: { ...view.definition, columns } }))}
        >
          Jetzige Spalten übernehmen
        </MenuItem>
        <MenuItem onClick={pick(() => remove(view))}>Löschen</MenuItem>
      </Menu>
      {isRenaming && <ViewDialog view={view} onClose={() => setRenaming(false)} />}
    </>
  )
}
