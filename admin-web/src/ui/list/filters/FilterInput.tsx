import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { type Filter, parametersOf, toggled } from './filter'
import { useFilters } from './useFilters'

interface FilterInputProps {
  filter: Filter
  onDone: () => void
}

/** What a filter can be set to. Every choice takes effect at once, behind the open window. */
export function FilterInput(props: FilterInputProps) {
  const { filter, onDone } = props
  switch (filter.kind) {
    case 'many':
    case 'one':
      return <Choices {...props} />
    case 'period':
      return <Period filter={filter} />
    case 'until':
      return <DayInput name={filter.name} label={filter.label} />
    case 'number':
      return <NumberInput filter={filter} onDone={onDone} />
    case 'own':
      return filter.own?.input
    case 'text':
    case 'search':
      return null
  }
}

/** Longer lists get a field to narrow them down. */
const LONG = 10

function Choices({ filter }: FilterInputProps) {
  const { values, set, remove } = useFilters()
  const [words, setWords] = useState('')
  const all = filter.choices ?? []
  const value = values[filter.name] ?? ''
  const isMany = filter.kind === 'many'
  const isChosen = (one: string) => (isMany ? value.split(',').includes(one) : value === one)
  const shown = all.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const choose = (one: string) => set({ [filter.name]: isMany ? toggled(value, one) : one })
  if (all.length === 0) return <p className="muted">Dazu gibt es noch keine Werte.</p>
  return (
    <>
      {all.length > LONG && (
        <TextField
          label="Werte eingrenzen"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <fieldset className="filter-values">
        <legend className="visually-hidden">{filter.label}</legend>
        {shown.map(({ value: one, label }) => (
          <FormControlLabel
            key={one}
            label={label}
            control={
              isMany ? (
                <Checkbox checked={isChosen(one)} onChange={() => choose(one)} />
              ) : (
                <Radio
                  name={filter.name}
                  checked={isChosen(one)}
                  onChange={() => choose(one)}
                  onClick={() => isChosen(one) && remove(filter)}
                />
              )
            }
          />
        ))}
      </fieldset>
    </>
  )
}

function Period({ filter }: { filter: Filter }) {
  const { set } = useFilters()
  const [from = '', to = ''] = parametersOf(filter)
  const since = (days: number) =>
    set({ [from]: berlinDay(new Date(Date.now() - days * 86_400_000)), [to]: '' })
  return (
    <>
      <div className="quick-choice">
        <Button onClick={() => since(0)}>Heute</Button>
        <Button onClick={() => since(1)}>Seit gestern</Button>
        <Button onClick={() => since(6)}>Letzte 7 Tage</Button>
      </div>
      <DayInput name={from} label="Von" />
      <DayInput name={to} label="Bis" />
    </>
  )
}

function DayInput({ name, label }: { name: string; label: string }) {
  const { values, set } = useFilters()
  return (
    <TextField
      type="date"
      label={label}
      value={values[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

function NumberInput({ filter, onDone }: FilterInputProps) {
  const { values, set } = useFilters()
  const [text, setText] = useState(values[filter.name] ?? '')
  return (
    <form
      className="quick-choice"
      onSubmit={(event) => {
        event.preventDefault()
        set({ [filter.name]: text.replace(/\D/g, '') })
        onDone()
      }}
    >
      <TextField
        label={filter.label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', size: 8 } }}
      />
      <Button type="submit">Anwenden</Button>
    </form>
  )
}
