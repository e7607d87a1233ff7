import { formatNumber } from '@/lib/format'
import type { Cell } from '../document'
import { formatCell, rounded } from './kinds'

/** How a figure moved against the period compared with. */
export interface Change {
  direction: 'up' | 'down' | 'same' | 'few'
  /** „+12 %“, „−0,8 Punkte“, „unverändert“, „vorher 0“. */
  words: string
  /** The whole sentence for those who do not see the arrow. */
  spoken: string
}

/** From this factor on a percentage says less than „12-mal“. */
const MANIFOLD = 10

/** Up to so many a percentage says nothing: from 1 to 2 are +100 %. */
const FEW = 3

/** `null` where one of both is not known. Shares move by points, everything else by per cent. */
export function changeOf(kind: string, value: Cell | undefined, before: Cell | undefined) {
  if (typeof value !== 'number' || typeof before !== 'number') return null
  const was = formatCell(kind, before)
  if (value === before)
    return { direction: 'same', words: 'unverändert', spoken: `unverändert ${was}` } as Change
  if (kind === 'count' && value <= FEW && before <= FEW)
    return {
      direction: 'few',
      words: `zu wenige, vorher ${was}`,
      spoken: `zu wenige für Prozent, vorher ${was}`,
    } as Change
  const direction = value > before ? 'up' : 'down'
  const words = kind === 'share_ppm' ? points(value - before) : percent(value, before, was)
  if (words === '')
    return {
      direction: 'same',
      words: 'kaum verändert',
      spoken: `kaum verändert, vorher ${was}`,
    } as Change
  const verb = direction === 'up' ? 'mehr' : 'weniger'
  return { direction, words, spoken: `${words}, ${verb} als vorher: ${was}` } as Change
}

function points(difference: number): string {
  const tenths = rounded(difference, 1000) / 10
  if (tenths === 0) return ''
  return `${signed(tenths)} ${Math.abs(tenths) === 1 ? 'Punkt' : 'Punkte'}`
}

function percent(value: number, before: number, was: string): string {
  if (before <= 0) return `vorher ${was}`
  if (value >= before * MANIFOLD) return `${formatNumber(rounded(value, before))}-mal so viel`
  const share = rounded((value - before) * 100, before)
  return share === 0 ? '' : `${signed(share)}\u00a0%`
}

/** With a sign always, and a minus that is as wide as the plus. */
const signed = (value: number): string =>
  value < 0 ? `−${formatNumber(-value)}` : `+${formatNumber(value)}`
