import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Schemas } from '@/api/operations'

interface AssignMenuProps {
  anchor: HTMLElement | null
  colleagues: readonly Schemas['PersonOut'][]
  onChoose: (person: Schemas['PersonOut'] | null) => void
  onClose: () => void
}

/** Who takes the line; its first letters choose, as in every menu. */
export function AssignMenu({ anchor, colleagues, onChoose, onClose }: AssignMenuProps) {
  function choose(person: Schemas['PersonOut'] | null) {
    onClose()
    onChoose(person)
  }
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': 'Zuweisen an' } }}
    >
      {colleagues.map((person) => (
        <MenuItem key={person.id} onClick={() => choose(person)}>
          {person.name}
        </MenuItem>
      ))}
      <MenuItem onClick={() => choose(null)}>Niemand, die Aufgabe ist frei</MenuItem>
    </Menu>
  )
}
