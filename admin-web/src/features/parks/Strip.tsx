import { filledCells, STRIP } from './stripCells'

/** 40 cells, taken up to the share of one; the last taken one is split. Beyond the limit all are marked. */
export function Strip({ share }: { share: number }) {
  const { full, empty } = filledCells(share)
  return (
    <svg
      className="strip"
      preserveAspectRatio="none"
      viewBox={`0 0 ${STRIP.width} ${STRIP.height}`}
      aria-hidden="true"
    >
      <path className="c-free" d={empty} />
      <path className={share > 1 ? 'c-overbooked' : 'c-module'} d={full} />
    </svg>
  )
}
