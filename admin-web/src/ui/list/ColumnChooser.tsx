import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { Icon } from '@/ui/page/Icon'
import { useChosenColumns } from './ConsoleDatagrid'
import { type Column, shownColumns } from './columns'

/** Which columns a list shows, remembered for this list in this browser. Stands inside the list. */
export function ColumnChooser<T extends RaRecord>({ columns }: { columns: readonly Column<T>[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useChosenColumns()
  const shown = shownColumns(columns, chosen).map(({ name }) => name)
  const toggle = (name: string) =>
    setChosen(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name])
  return (
    <>
      <Button
        startIcon={<Icon name="columns" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Spalten
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Spalten auswählen',
            sx: { p: 1.5, display: 'grid' },
          },
        }}
      >
        {columns.map(({ name, label, isFixed }) => (
          <FormControlLabel
            key={name}
            label={label}
            control={
              <Checkbox
                checked={shown.includes(name)}
                disabled={isFixed === true}
                onChange={() => toggle(name)}
              />
            }
          />
        ))}
      </Popover>
    </>
  )
}
