import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { type ReactElement, type ReactNode, useState } from 'react'
import { SelectInput, TextInput, type TextInputProps, useListContext } from 'react-admin'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'

export interface FilterProps {
  /** The parameter of the staff API; what sets several names them as `parameters`. */
  source: string
  label: string
  parameters?: readonly string[]
  /** Stands there without being added. */
  alwaysOn?: boolean
}

/** What a list can be narrowed down by: an input of react-admin. */
export type Filter = ReactElement<FilterProps>

/** The parameters of the API that a filter sets. */
export const parametersOf = ({ props }: Filter): readonly string[] =>
  props.parameters ?? [props.source]

export interface FilterChoice {
  value: string
  label: string
}

/** Values and their names as choices of a filter. */
export const choicesOf = (names: readonly (readonly [string, string])[]): FilterChoice[] =>
  names.map(([value, label]) => ({ value, label }))

interface ChoiceFilterProps extends FilterProps {
  choices: readonly FilterChoice[]
  /** Several values, joined by commas. */
  isMany?: boolean
}

const MANY = {
  format: (value: string | undefined) => (value ? value.split(',') : []),
  parse: (values: string[]) => values.join(),
}
const NONE = { value: '', label: 'Dazu gibt es noch keine Werte.', disabled: true }

/** One of several values, or some of them. */
export function ChoiceFilter({ label, choices, isMany = false, ...input }: ChoiceFilterProps) {
  const set = String(useListContext().filterValues[input.source] ?? '')
  // Just added it is open; what the address names is not.
  const [isAdded] = useState(set === '')
  const values = isMany ? MANY.format(set) : [set]
  // What is asked for may have gone since; its name is then its value.
  const gone = values.filter((one) => one && !choices.some(({ value }) => value === one))
  const all = [...choices, ...gone.map((value) => ({ value, label: value }))]
  return (
    <SelectInput
      {...input}
      // As an element it gets no star: it is required only so that the choices hold no empty one.
      label={<span>{label}</span>}
      isRequired
      choices={all.length ? all : [NONE]}
      optionValue="value"
      optionText="label"
      translateChoice={false}
      {...(isMany && MANY)}
      slotProps={{
        select: { multiple: isMany, defaultOpen: isAdded },
        htmlInput: { required: false },
      }}
    />
  )
}

/** Words to look for. Enter and Escape lead on to the rows, where `j` and `k` move. */
export function TextFilter(props: FilterProps & TextInputProps) {
  return (
    <TextInput
      {...props}
      placeholder={props.label}
      autoComplete="off"
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

const digits = (typed: string) => typed.replace(/\D/g, '')

export const NumberFilter = (props: FilterProps) => (
  <TextInput
    {...props}
    parse={digits}
    slotProps={{ htmlInput: { inputMode: 'numeric', size: 8 } }}
  />
)

export const DayFilter = (props: FilterProps) => <TextInput {...props} type="date" />

interface OwnFilterProps extends FilterProps {
  /** What it is set to. */
  words: ReactNode
  children: ReactNode
}

/** A chip that says what it is set to and opens a window of its own to change it. */
export function OwnFilter({ label, words, children }: OwnFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Just added it is open, as choices are.
  const [isOpen, setOpen] = useState(!words)
  return (
    <>
      <button
        type="button"
        ref={setAnchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {label}
        {words && (
          <>
            : <b>{words}</b>
          </>
        )}
      </button>
      {anchor && (
        <Popover
          open={isOpen}
          anchorEl={anchor}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            transition: { onEntering: focusFirst },
            paper: { role: 'dialog', 'aria-label': label, className: 'filter-popup' },
          }}
        >
          {children}
        </Popover>
      )}
    </>
  )
}

/** Opened by key, it has the focus, for typing or choosing. */
const focusFirst = (popup: HTMLElement) =>
  popup.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })

interface PeriodFilterProps extends FilterProps {
  /** The first and the last day. */
  parameters: readonly [from: string, to: string]
}

export function PeriodFilter({ parameters, ...filter }: PeriodFilterProps) {
  const { filterValues, setFilters } = useListContext()
  const [from, to] = parameters
  const set = (changes: object) => setFilters({ ...filterValues, ...changes })
  const since = (days: number) =>
    set({ [from]: berlinDay(new Date(Date.now() - days * 86_400_000)), [to]: '' })
  const day = (name: string, label: string) => (
    <TextField
      type="date"
      label={label}
      value={filterValues[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <OwnFilter {...filter} words={periodWords(filterValues[from], filterValues[to])}>
      <div className="quick-choice">
        <Button onClick={() => since(0)}>Heute</Button>
        <Button onClick={() => since(1)}>Seit gestern</Button>
        <Button onClick={() => since(6)}>Letzte 7 Tage</Button>
      </div>
      {day(from, 'Von')}
      {day(to, 'Bis')}
    </OwnFilter>
  )
}

export function periodWords(from = '', to = ''): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`
  if (from) return `ab ${formatDay(from)}`
  return to && `bis ${formatDay(to)}`
}
