import type { Step } from './steps'

const CELLS = 'M17 0v41M34 0v41M51 0v41M0 13.7h68M0 27.3h68'

/** A step as a module: full of sun when done, half with a dark edge now, an outline ahead. */
export function Module({ state }: { state: Step['state'] }) {
  return (
    <svg className="module" viewBox="0 0 72 48" aria-hidden="true">
      {state !== 'ahead' && <path className="shade" d="M5 7h67v41H5z" />}
      {state === 'done' && <path className="cell-sun" d="M0 0h68v41H0z" />}
      {state === 'now' && (
        <>
          <path className="module__dark" d="M0 0h68v41H0z" />
          <path className="cell-sun" d="M0 0h34v41H0z" />
        </>
      )}
      {state === 'ahead' && <path className="module__ahead" d="M.6 .6h66.8v39.8H.6z" />}
      <path className={`module__lines module__lines--${state}`} d={CELLS} />
      {state === 'now' && <path className="module__edge" d="M1 1h66v39H1z" />}
    </svg>
  )
}
