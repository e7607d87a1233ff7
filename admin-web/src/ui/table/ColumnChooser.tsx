import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '@/ui/page/Icon'
import { type ColumnChoice, moved, useChosenColumns, useShownColumns } from './useChosenColumns'

interface ColumnChooserProps {
  columns: readonly ColumnChoice[]
  onClose: () => void
}

/**
 * Which columns a list shows and in which order, remembered for this list in this browser. It stands
 * beside the table, so that every choice is seen at once.
 */
export function ColumnChooser({ columns, onClose }: ColumnChooserProps) {
  const [chosen, setChosen] = useChosenColumns()
  const [words, setWords] = useState('')
  const shown = useShownColumns(columns)
  const names = shown.map(({ source }) => source)
  const others = columns.filter(({ source }) => !names.includes(source))
  const isWanted = ({ label }: ColumnChoice) => label.toLowerCase().includes(words.toLowerCase())
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
            key={column.source}
            column={column}
            place={names.indexOf(column.source)}
            count={names.length}
            onToggle={() => toggle(column.source)}
            onMove={(step) => setChosen(moved(names, column.source, step))}
          />
        ))}
      </ul>
      {chosen && <Button onClick={() => setChosen(undefined)}>Wie am Anfang</Button>}
    </section>
  )
}

interface ColumnItemProps {
  column: ColumnChoice
  /** Among those shown; -1 where it is not. */
  place: number
  count: number
  onToggle: () => void
  onMove: (step: -1 | 1) => void
}

function ColumnItem(props: ColumnItemProps) {
  const { column, place, count, onToggle, onMove } = props
  const { label, isFixed } = column
  return (
    <li>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            name={column.source}
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
