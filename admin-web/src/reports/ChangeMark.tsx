import { type Change, changeOf } from './changes'
import type { Cell } from './document'

interface ChangeMarkProps {
  kind: string
  value: Cell | undefined
  before: Cell | undefined
}

/** How a figure moved: an arrow and a sign, never a colour, since more is not always better. */
export function ChangeMark({ kind, value, before }: ChangeMarkProps) {
  const change = changeOf(kind, value, before)
  if (!change) return null
  return (
    <span className="veraenderung">
      <span aria-hidden="true">
        {ARROWS[change.direction]} {change.words}
      </span>
      <span className="vh">{change.spoken}</span>
    </span>
  )
}

const ARROWS: Record<Change['direction'], string> = { up: '↑', down: '↓', same: '→' }
