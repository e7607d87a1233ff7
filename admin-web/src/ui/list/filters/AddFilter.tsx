import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import type { Filter } from './filter'

interface AddFilterProps {
  filters: readonly Filter[]
  onChoice: (name: string) => void
}

/** „+ Filter“: adds a filter to the list. The key `f` opens it. */
export function AddFilter({ filters, onChoice }: AddFilterProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useShortcut('f', () => setOpen(true))
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        type="button"
        className="chip-add"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="add" size={14} />
        Filter
        <span aria-hidden="true">
          <kbd>f</kbd>
        </span>
      </button>
      <Menu
        anchorEl={button.current}
        open={isOpen}
        onClose={close}
        // What is chosen takes the focus; given back after the menu has faded, it would be taken from there again.
        disableRestoreFocus
      >
        {filters.map(({ name, label }) => (
          <MenuItem
            key={name}
            dense
            onClick={() => {
              setOpen(false)
              onChoice(name)
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
