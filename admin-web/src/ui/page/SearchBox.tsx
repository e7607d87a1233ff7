import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { Icon } from './Icon'
import { useShortcut } from './useShortcut'

/** The search for reservations; marketing sees no personal data and has nothing to look for. */
export function SearchBox() {
  return useSession()?.account.role === 'marketing' ? null : <ReservationSearch />
}

/**
 * Looks for reservations from any page: Enter opens their list with the words as its only filter and
 * leads on to the rows, Escape leaves.
 */
function ReservationSearch() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [words, setWords] = useState('')
  useEffect(() => setWords(wordsIn(pathname, search)), [pathname, search])
  useShortcut('/', () => {
    input.current?.focus()
    // The next caller's name takes the place of the last one's.
    input.current?.select()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = words.trim()
    navigate({ pathname: '/reservations', search: searchFor(typed ? { q: typed } : {}) })
    document.getElementById('main-content')?.focus()
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    setWords(wordsIn(pathname, search))
    document.getElementById('main-content')?.focus()
  }

  return (
    <search className="search">
      <Icon name="search" size={20} />
      <form onSubmit={submit}>
        <label className="visually-hidden" htmlFor="search">
          Reservierungen suchen
        </label>
        <input
          id="search"
          ref={input}
          type="search"
          autoComplete="off"
          placeholder="Name, Platz oder Referenz"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={leave}
        />
      </form>
    </search>
  )
}

/** The words that the list of reservations is showing right now. */
function wordsIn(pathname: string, search: string): string {
  return pathname === '/reservations' ? String(filterIn(search).q ?? '') : ''
}

/** The whole stock is searched: a filter that stays set would hide who is on the telephone. */
const searchFor = (words: Record<string, string>): string =>
  `?${new URLSearchParams({ filter: JSON.stringify(words), page: '1' })}`

function filterIn(search: string): Record<string, unknown> {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')
  } catch {
    return {}
  }
}
