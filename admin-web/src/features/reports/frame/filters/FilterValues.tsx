import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { type FormEvent, useState } from 'react'
import { type Parameters, reportQuery } from '../parameters/parameters'
import { FIELD_LABELS } from '../parameters/words'
import { useReport } from '../useReport'
import { valueName } from './filterWords'

interface FilterValuesProps {
  field: string
  anchor: HTMLElement
  parameters: Parameters
  onClose: () => void
  onValues: (values: readonly string[]) => void
}

/** Chooses among the values a field had in the period. They take effect together. */
export function FilterValues({ field, anchor, parameters, onClose, onValues }: FilterValuesProps) {
  const before = parameters.filters[field] ?? []
  const [chosen, setChosen] = useState<readonly string[]>(before)
  const [typed, setTyped] = useState('')
  const { values, words } = useValues(field, parameters)
  const offered = [...new Set([...before, ...values])].filter((value) =>
    valueName(field, value).toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const toggle = (value: string) =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])

  function submit(event: FormEvent) {
    event.preventDefault()
    onValues(chosen)
    onClose()
  }

  const label = FIELD_LABELS[field]
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, className: 'filter-popup' } }}
    >
      <form className="value-choice" onSubmit={submit}>
        <label className="filter">
          {label} suchen
          <input
            type="search"
            className="choice"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Values
          field={field}
          words={words}
          offered={offered.slice(0, MOST_OFFERED)}
          chosen={chosen}
          onToggle={toggle}
        />
        <Button type="submit" variant="contained">
          Anwenden
        </Button>
      </form>
    </Popover>
  )
}

/** More than anybody reads through; the search narrows them. */
const MOST_OFFERED = 100

interface ValuesProps {
  field: string
  words: string
  offered: readonly string[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

function Values({ field, words, offered, chosen, onToggle }: ValuesProps) {
  return (
    <fieldset className="value-list">
      <legend className="visually-hidden">{FIELD_LABELS[field]}</legend>
      {offered.map((value) => (
        <label key={value} className="tick">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          {valueName(field, value)}
        </label>
      ))}
      {offered.length === 0 && <p className="muted flush">{words}</p>}
    </fieldset>
  )
}

const VALUES = { period: true, bots: true, own: { field: '' } } as const

/** The values of a field in the period, those with most visitors first. */
function useValues(field: string, parameters: Parameters) {
  const query = reportQuery({ ...parameters, own: { field } }, VALUES)
  const { report, error, isRunning } = useReport('breakdown', query)
  const rows = report?.tables.values?.rows ?? []
  return {
    values: rows.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    words: isRunning
      ? 'Wird geladen'
      : error
        ? 'Die Werte ließen sich nicht laden.'
        : 'Nichts gefunden.',
  }
}
