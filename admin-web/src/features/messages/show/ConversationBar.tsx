import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router-dom'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CreateLink } from '@/ui/page/CreateLink'
import { Icon } from '@/ui/page/Icon'
import { LiveCell } from '@/ui/page/LiveCell'
import { SearchBox } from '@/ui/page/SearchBox'

interface ConversationBarProps {
  previous: number | undefined
  next: number | undefined
  words: string | undefined
  onGo: (id: number | undefined) => void
}

/** The way back, and to the other conversations that wait, by button or `k` and `j`. */
export function ConversationBar({ previous, next, words, onGo }: ConversationBarProps) {
  useShortcut('j', () => onGo(next))
  useShortcut('k', () => onGo(previous))
  return (
    <header className="top-bar">
      <p className="way-back">
        <Link to="/messages">Posteingang</Link>
      </p>
      {(words || next !== undefined) && (
        <nav className="conversation-neighbours" aria-label="Weitere Nachrichten">
          <span className="muted tiny">{words}</span>
          <IconButton
            aria-label="Vorherige Nachricht"
            aria-keyshortcuts="k"
            disabled={previous === undefined}
            onClick={() => onGo(previous)}
          >
            <Icon name="back" />
          </IconButton>
          <IconButton
            aria-label="Nächste Nachricht"
            aria-keyshortcuts="j"
            disabled={next === undefined}
            onClick={() => onGo(next)}
          >
            <Icon name="forward" />
          </IconButton>
        </nav>
      )}
      <LiveCell />
      <SearchBox />
      <CreateLink />
    </header>
  )
}
