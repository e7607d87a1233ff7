import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { Icon } from './Icon'
import { useShortcut } from './useShortcut'

/**
 * Looks for reservations from any page: Enter opens their list with the words as its only filter and
 * leads on to the rows, Escape leaves. Marketing sees no personal data and can look for a spot only.
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [words, setWords] = useState('')
  const isMasked = useSession()?.account.role === 'marketing'
  const name = isMasked ? 'spot_number' : 'q'
  useEffect(() => setWords(wordsIn(pathname, search, name)), [pathname, search, name])
  useShortcut('/', () => input.current?.focus())

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = isMasked ? words.replace(/\D/g, '') : words.trim()
    const filter = value ? { [name]: value } : {}
    navigate({ pathname: '/reservations', search: searchFor(filter) })
    document.getElementById('inhalt')?.focus()
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    setWords(wordsIn(pathname, search, name))
    document.getElementById('inhalt')?.focus()
  }

  return (
    <search className="suche">
      <Icon name="search" size={20} />
      <form onSubmit={submit}>
        <label className="vh" htmlFor="suche">
          {isMasked ? 'Reservierung nach Platznummer suchen' : 'Reservierungen suchen'}
        </label>
        <input
          id="suche"
          ref={input}
          type="search"
          autoComplete="off"
          placeholder={isMasked ? 'Platznummer' : 'Name, Platz oder Referenz'}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={leave}
        />
      </form>
    </search>
  )
}

/** The words that the list of reservations is showing right now. */
function wordsIn(pathname: string, search: string, name: string): string {
  return pathname === '/reservations' ? String(filterIn(search)[name] ?? '') : ''
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
