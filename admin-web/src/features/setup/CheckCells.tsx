import type { SetupCheck } from './checks'

/** One cell a check, those in order first. */
export function CheckCells({ checks }: { checks: readonly SetupCheck[] }) {
  const done = checks.filter(({ state }) => state === 'ok')
  const open = checks.filter(({ state }) => state === 'open')
  return (
    <div>
      <p className="setup-cells" aria-hidden="true">
        {[...done, ...open].map(({ name, state }) => (
          <svg
            key={name}
            className="setup-mark"
            data-state={state}
            viewBox="0 0 36 26"
            aria-hidden="true"
          >
            <path d="M2 2h32v22H2z" />
          </svg>
        ))}
      </p>
      <p className="flush tiny">
        <b>
          {done.length} von {checks.length}
        </b>{' '}
        in Ordnung
      </p>
    </div>
  )
}
