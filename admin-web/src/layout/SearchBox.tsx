import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon } from './Icon'
import { useShortcut } from './useShortcut'

/** Looks for reservations from any page: Enter opens their list with the words as its search. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [words, setWords] = useState('')
  useEffect(() => setWords(wordsIn(pathname, search)), [pathname, search])
  useShortcut('/', () => input.current?.focus())

  function submit(event: FormEvent) {
    event.preventDefault()
    const filter = words.trim() ? { q: words.trim() } : {}
    navigate({ pathname: '/reservations', search: searchWith(pathname, search, filter) })
  }

  return (
    <search className="suche">
      <Icon name="search" size={20} />
      <form onSubmit={submit}>
        <label className="vh" htmlFor="suche">
          Reservierungen suchen
        </label>
        <input
          id="suche"
          ref={input}
          type="search"
          autoComplete="off"
          placeholder="Name, Platz oder Referenz"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </form>
    </search>
  )
}

/** The words that the list of reservations is showing right now. */
function wordsIn(pathname: string, search: string): string {
  return pathname === '/reservations' ? String(filterIn(search).q ?? '') : ''
}

/** Keeps the list's other filters when the search is made on it. */
function searchWith(pathname: string, search: string, words: { q?: string }): string {
  const { q: _, ...others } = pathname === '/reservations' ? filterIn(search) : {}
  const query = new URLSearchParams(pathname === '/reservations' ? search : '')
  query.set('filter', JSON.stringify({ ...others, ...words }))
  query.set('page', '1')
  return `?${query}`
}

function filterIn(search: string): Record<string, unknown> {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')
  } catch {
    return {}
  }
}
