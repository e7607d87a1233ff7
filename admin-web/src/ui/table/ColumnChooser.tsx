import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useState } from 'react'
import { Icon, type IconName } from '@/ui/page/Icon'
import { type ColumnChoice, moved, useChosenColumns, useShownColumns } from './useChosenColumns'
import { drawnWidth, useColumnWidths } from './widths'

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
  const { widths, put, reset } = useColumnWidths()
  const [words, setWords] = useState('')
  const shown = useShownColumns(columns)
  const names = shown.map(({ source }) => source)
  const others = columns.filter(({ source }) => !names.includes(source))
  const isWanted = ({ label }: ColumnChoice) => label.toLowerCase().includes(words.toLowerCase())
  const toggle = (name: string) =>
    setChosen(names.includes(name) ? names.filter((one) => one !== name) : [...names, name])
  const isOwn = chosen !== undefined || Object.keys(widths).length > 0
  const beginAgain = () => {
    setChosen(undefined)
    reset()
  }
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
            onWiden={(step) => put(column.source, drawnWidth(column.source) + 24 * step)}
          />
        ))}
      </ul>
      {isOwn && <Button onClick={beginAgain}>Wie am Anfang</Button>}
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
  onWiden: (step: -1 | 1) => void
}

function ColumnItem(props: ColumnItemProps) {
  const { column, place, count, onToggle, onMove, onWiden } = props
  const { label, isFixed } = column
  const isLast = place === count - 1
  const button = (icon: IconName, does: string, disabled: boolean, onClick: () => void) => (
    <IconButton aria-label={`${label} ${does}`} disabled={disabled} onClick={onClick}>
      <Icon name={icon} size={16} />
    </IconButton>
  )
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
          {button('back', 'schmaler', isLast, () => onWiden(-1))}
          {button('forward', 'breiter', isLast, () => onWiden(1))}
          {button('up', 'weiter nach vorn', place === 0, () => onMove(-1))}
          {button('down', 'weiter nach hinten', isLast, () => onMove(1))}
        </span>
      )}
    </li>
  )
}
