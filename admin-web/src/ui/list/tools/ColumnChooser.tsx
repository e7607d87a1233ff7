import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { Icon } from '@/ui/page/Icon'
import { type Column, moved } from '../columns'
import { useChosenColumns, useShownColumns } from './useChosenColumns'

interface ColumnChooserProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  onClose: () => void
}

/**
 * Which columns a list shows and in which order, remembered for this list in this browser. It stands
 * beside the table, so that every choice is seen at once.
 */
export function ColumnChooser<T extends RaRecord>({ columns, onClose }: ColumnChooserProps<T>) {
  const [chosen, setChosen] = useChosenColumns()
  const [words, setWords] = useState('')
  const shown = useShownColumns(columns)
  const names = shown.map(({ name }) => name)
  const others = columns.filter(({ name }) => !names.includes(name))
  const isWanted = ({ label }: Column<T>) => label.toLowerCase().includes(words.toLowerCase())
  const toggle = (name: string) =>
    setChosen(names.includes(name) ? names.filter((one) => one !== name) : [...names, name])
  const closeByKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
  return (
    <section className="column-chooser" aria-label="Spalten auswählen" onKeyDown={closeByKey}>
      <div className="column-chooser-head">
        <h2>Spalten</h2>
        <IconButton aria-label="Spaltenauswahl schließen" onClick={onClose}>
          <Icon name="close" size={18} />
        </IconButton>
      </div>
      <TextField
        label="Spalte suchen"
        type="search"
        value={words}
        autoFocus
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
      />
      <ul>
        {[...shown, ...others].filter(isWanted).map((column) => (
          <ColumnItem
            key={column.name}
            column={column}
            place={names.indexOf(column.name)}
            count={names.length}
            onToggle={() => toggle(column.name)}
            onMove={(step) => setChosen(moved(names, column.name, step))}
          />
        ))}
      </ul>
      {chosen && <Button onClick={() => setChosen(undefined)}>Wie am Anfang</Button>}
    </section>
  )
}

interface ColumnItemProps<T extends RaRecord> {
  column: Column<T>
  /** Among those shown; -1 where it is not. */
  place: number
  count: number
  onToggle: () => void
  onMove: (step: -1 | 1) => void
}

function ColumnItem<T extends RaRecord>(props: ColumnItemProps<T>) {
  const { column, place, count, onToggle, onMove } = props
  const { label, isFixed } = column
  return (
    <li>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            name={column.name}
            checked={place >= 0}
            disabled={isFixed === true}
            onChange={onToggle}
          />
        }
      />
      {place >= 0 && (
        <span>
          <IconButton
            aria-label={`${label} weiter nach vorn`}
            disabled={place === 0}
            onClick={() => onMove(-1)}
          >
            <Icon name="up" size={16} />
          </IconButton>
          <IconButton
            aria-label={`${label} weiter nach hinten`}
            disabled={place === count - 1}
            onClick={() => onMove(1)}
          >
            <Icon name="down" size={16} />
          </IconButton>
        </span>
      )}
    </li>
  )
}
