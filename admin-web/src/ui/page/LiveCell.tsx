import { useLiveState } from '@/api/live/live'

const WORDS = {
  live: 'Live',
  connecting: 'Verbindet',
  away: 'Nicht live',
} as const

/** Whether the page is told of changes at once: a filled cell, or an outlined one while the line is broken. */
export function LiveCell() {
  const state = useLiveState()
  return (
    <span className="live" data-state={state} role="status">
      <span className="live-cell" aria-hidden="true" />
      {WORDS[state]}
    </span>
  )
}
