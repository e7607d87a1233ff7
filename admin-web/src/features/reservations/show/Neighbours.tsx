import IconButton from '@mui/material/IconButton'
import { Link, useNavigate } from 'react-router-dom'
import { Icon } from '@/ui/page/Icon'
import { useShortcut } from '@/ui/page/useShortcut'
import { showPath } from '../list/columns'
import { neighbours } from '../list/useListOrder'
import type { Reservation } from '../types'

interface NeighboursProps {
  record: Reservation
  isClerk: boolean
}

/** To the previous and next reservation of the list, by button or `k` and `j`; `e` edits. */
export function Neighbours({ record, isClerk }: NeighboursProps) {
  const navigate = useNavigate()
  const { previous, next, words } = neighbours(record.id)
  const go = (id: number | undefined) => id !== undefined && navigate(showPath({ id }))
  useShortcut('j', () => go(next))
  useShortcut('k', () => go(previous))
  useShortcut('e', () => isClerk && navigate(`/reservations/${record.id}`))
  return (
    <div className="head-buttons">
      {words && (
        <nav aria-label="In der Liste">
          <span className="tiny muted">{words}</span>
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
      {isClerk && (
        <Link className="button" to={`/reservations/${record.id}`}>
          Bearbeiten
        </Link>
      )}
    </div>
  )
}
