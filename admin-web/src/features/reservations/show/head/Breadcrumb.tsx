import IconButton from '@mui/material/IconButton'
import { Link, useNavigate } from 'react-router-dom'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CreateLink } from '@/ui/page/CreateLink'
import { Icon } from '@/ui/page/Icon'
import { LiveCell } from '@/ui/page/LiveCell'
import { SearchBox } from '@/ui/page/SearchBox'
import { neighbours } from '../../list/useListOrder'
import { showPath } from '../../showPath'
import type { Reservation } from '../../types'

/** Where one is, with the way back, and to the previous and next reservation by button or `k` and `j`. */
export function Breadcrumb({ record }: { record: Reservation }) {
  const navigate = useNavigate()
  const { previous, next, words } = neighbours(record.id)
  const go = (id: number | undefined) => id !== undefined && navigate(showPath({ id }))
  useShortcut('j', () => go(next))
  useShortcut('k', () => go(previous))
  return (
    <header className="top-bar">
      <p className="way-back">
        <Link to="/reservations">Reservierungen</Link>
      </p>
      {words && (
        <nav className="record-neighbours" aria-label="In der Liste">
          <span className="muted tiny">{words}</span>
          <IconButton
            aria-label="Vorherige Reservierung"
            disabled={previous === undefined}
            onClick={() => go(previous)}
          >
            <Icon name="back" />
          </IconButton>
          <IconButton
            aria-label="Nächste Reservierung"
            disabled={next === undefined}
            onClick={() => go(next)}
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
