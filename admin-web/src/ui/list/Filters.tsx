import { type FormEvent, useEffect, useState } from 'react'
import { useListContext } from 'react-admin'

interface FilterProps {
  /** The filter's name on the server. */
  source: string
  label: string
}

/** Sets one filter of the list around it; an empty value takes it away. */
export function useFilter(source: string): [string, (value: string) => void] {
  const { filterValues, setFilters } = useListContext()
  const { [source]: current, ...others } = filterValues ?? {}
  const set = (value: string) => setFilters(value ? { ...others, [source]: value } : others)
  return [current === undefined ? '' : String(current), set]
}

interface FilterSelectProps extends FilterProps {
  choices: readonly (readonly [string, string])[]
  /** What the list shows where nothing is chosen. */
  unfiltered?: string
}

/** A choice of one value, or of none. */
export function FilterSelect(props: FilterSelectProps) {
  const { source, label, choices, unfiltered = 'alle' } = props
  const [value, setValue] = useFilter(source)
  return (
    <div className="filter">
      <label htmlFor={`filter-${source}`}>{label}</label>
      <select
        id={`filter-${source}`}
        className="choice"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      >
        <option value="">{unfiltered}</option>
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A day. */
export function FilterDay({ source, label }: FilterProps) {
  const [value, setValue] = useFilter(source)
  return (
    <div className="filter">
      <label htmlFor={`filter-${source}`}>{label}</label>
      <input
        id={`filter-${source}`}
        className="choice"
        type="date"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </div>
  )
}

/** Words that take effect with Enter or when the field is left. */
export function FilterText({ source, label }: FilterProps) {
  const [value, setValue] = useFilter(source)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  function apply(event?: FormEvent) {
    event?.preventDefault()
    if (typed.trim() !== value) setValue(typed.trim())
  }
  return (
    <form className="filter" onSubmit={apply}>
      <label htmlFor={`filter-${source}`}>{label}</label>
      <input
        id={`filter-${source}`}
        className="choice"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => apply()}
      />
    </form>
  )
}
