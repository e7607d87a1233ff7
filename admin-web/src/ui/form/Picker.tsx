import Autocomplete from '@mui/material/Autocomplete'
import { type KeyboardEvent, useId } from 'react'
import './picker.css'

export interface Choice {
  value: string
  label: string
  /** The heading it stands below. */
  group?: string
  /** Beside the label, such as a household's name. */
  note?: string
}

interface PickerProps {
  label: string
  choices: readonly Choice[]
  /** What is chosen now; `null` for nothing. */
  chosen: Choice | null
  onChoose: (choice: Choice | null) => void
  /** With it the server narrows the choices down by the words typed. */
  onType?: (words: string) => void
  isBusy?: boolean
  /** What stands in the empty field. */
  unfiltered?: string
  /** What the list says when nothing fits. */
  nothing?: string
}

/** A field to choose one of many by typing: arrows and Enter choose, emptying it takes the choice away. */
export function Picker(props: PickerProps) {
  const { label, choices, chosen, onChoose, onType, isBusy = false } = props
  const { unfiltered = 'alle', nothing = 'Nichts gefunden' } = props
  const id = useId()
  return (
    <div className="filter picker">
      <label htmlFor={id}>{label}</label>
      <Autocomplete<Choice>
        id={id}
        options={choices}
        value={chosen}
        onChange={(_, choice) => onChoose(choice)}
        onInputChange={(_, words, reason) => reason === 'input' && onType?.(words)}
        {...(onType && { filterOptions: (options: Choice[]) => options })}
        loading={isBusy}
        loadingText="Wird gesucht"
        noOptionsText={nothing}
        getOptionKey={({ value }) => value}
        getOptionLabel={labelOf}
        isOptionEqualToValue={(one, other) => one.value === other.value}
        groupBy={({ group = '' }) => group}
        autoHighlight
        handleHomeEndKeys={false}
        renderOption={({ key, ...option }, { label, note }) => (
          <li key={key} {...option}>
            <span>
              {label}
              {note && <small>{note}</small>}
            </span>
          </li>
        )}
        renderInput={({ slotProps }) => (
          <div ref={slotProps.input.ref}>
            <input
              {...slotProps.htmlInput}
              type="search"
              onKeyDown={keepOnEscape}
              className="choice"
              placeholder={unfiltered}
            />
          </div>
        )}
      />
    </div>
  )
}

/** A browser empties a search field on Escape, which here would take the choice away that was just made. */
const keepOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()

const labelOf = ({ label, note }: Choice): string => (note ? `${label}, ${note}` : label)
