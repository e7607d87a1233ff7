import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useFilters } from './useFilters'

interface FilterTextProps {
  /** The filter's name on the server. */
  source: string
  label: string
}

/** Words that take effect with Enter or when the field is left; Escape leaves it without. */
export function FilterText({ source, label }: FilterTextProps) {
  const { values, set } = useFilters()
  const value = values[source] ?? ''
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  function apply(event?: FormEvent) {
    event?.preventDefault()
    if (typed.trim() !== value) set({ [source]: typed.trim() })
    // Enter leads on to the rows, where `j` and `k` move.
    if (event) document.getElementById('main-content')?.focus()
  }
  function leave(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.currentTarget.value = value
    setTyped(value)
    document.getElementById('main-content')?.focus()
  }
  return (
    <form className="filter-text" onSubmit={apply}>
      <label className="visually-hidden" htmlFor={`filter-${source}`}>
        {label}
      </label>
      <input
        id={`filter-${source}`}
        className="choice"
        placeholder={label}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={leave}
        onBlur={(event) => event.target.value !== value && apply()}
      />
    </form>
  )
}
