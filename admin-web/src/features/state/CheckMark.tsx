import type { Step } from './state'

const WORDS = { ok: 'in Ordnung', open: 'offen', pending: 'noch nicht geprüft' } as const

/** A cell: filled and ticked in order, red outline with a sign where something is missing, empty where nobody looked. */
export function CheckMark({ state, size }: { state: Step['state']; size: number }) {
  return (
    <svg
      className="state-mark"
      viewBox="0 0 30 21"
      width={(size * 30) / 21}
      height={size}
      role="img"
      aria-label={WORDS[state]}
      data-state={state}
    >
      <path d="M2 2h26v17H2z" />
      {state === 'ok' && <path className="state-tick" d="M9 10.5l4.5 4.5 8-9" />}
      {state === 'open' && <path className="state-sign" d="M13.5 5h3v7h-3zM13.5 14h3v3h-3z" />}
    </svg>
  )
}
