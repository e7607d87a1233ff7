import type { Reservation } from '../../types'

/** The place as a cell of the field, with its number. */
export function SpotCell({ record }: { record: Reservation }) {
  if (record.spot_number === null) return null
  return (
    <svg className="record-spot" viewBox="0 0 64 44" width="64" height="44" aria-hidden="true">
      <path className="c-module" d="M0 0h64v44H0z" />
      <path className="record-spot-grid" d="M21.3 0v44M42.6 0v44M0 22h64" />
      <text className="record-spot-number" x="32" y="30" textAnchor="middle">
        {record.spot_number}
      </text>
    </svg>
  )
}
