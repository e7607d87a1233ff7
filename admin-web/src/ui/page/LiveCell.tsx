import { useLiveState } from '@/api/live/live'

/** Says when the page no longer hears of changes; that it does is what one expects. */
export function LiveCell() {
  const state = useLiveState()
  return (
    <span className="live" data-state={state} role="status">
      {state === 'away' && (
        <>
          <span className="live-cell" aria-hidden="true" />
          Nicht live
        </>
      )}
    </span>
  )
}
