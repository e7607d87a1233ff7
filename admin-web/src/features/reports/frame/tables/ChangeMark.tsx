import type { Cell } from '../document'
import { type Change, changeOf } from './changes'

interface ChangeMarkProps {
  kind: string
  value: Cell | undefined
  before: Cell | undefined
  /** Before this day there is nothing to compare. */
  ripeOn?: string | null | undefined
  /** It is of a day that is not over: nothing to compare with a whole one. */
  isRunning?: boolean
}

/** How a figure moved: an arrow and a sign, never a colour, since more is not always better. */
export function ChangeMark({ kind, value, before, ripeOn, isRunning = false }: ChangeMarkProps) {
  if (ripeOn || isRunning) return null
  const change = changeOf(kind, value, before)
  if (!change) return null
  return (
    <span className="movement">
      <span aria-hidden="true">
        {ARROWS[change.direction]} {change.words}
      </span>
      <span className="visually-hidden">{change.spoken}</span>
    </span>
  )
}

const ARROWS: Record<Change['direction'], string> = { up: '↑', down: '↓', same: '→', few: '' }
