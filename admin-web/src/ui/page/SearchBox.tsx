import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { openPalette } from '../palette/opening'
import { Icon } from './Icon'

/** Looks like a field and opens the palette: by click, or with the first letter that is typed on it. */
export function SearchBox() {
  const role = useSession()?.account.role
  const words = useListedWords()
  if (!role) return null
  const what = role === 'marketing' ? 'Seite' : 'Name, Platz, Telefon, Seite, Vorgang'

  function beginTyping(event: KeyboardEvent) {
    const isLetter = event.key.length === 1 && event.key !== ' '
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    openPalette(event.key, true)
  }

  return (
    <search className="search">
      <button
        type="button"
        className="find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => openPalette(words)}
        onKeyDown={beginTyping}
      >
        <Icon name="search" size={18} />
        <span className="find-words">
          <span className="visually-hidden">Suchen: </span>
          {words || what}
        </span>
        <span aria-hidden="true">
          <kbd>Strg K</kbd>
        </span>
      </button>
    </search>
  )
}

/** The words that the list of reservations is showing right now. */
export function useListedWords(): string {
  const { pathname, search } = useLocation()
  return pathname === '/reservations' ? String(filterIn(search).q ?? '') : ''
}

function filterIn(search: string): Record<string, unknown> {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')
  } catch {
    return {}
  }
}
