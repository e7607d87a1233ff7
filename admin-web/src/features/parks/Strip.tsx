import { filledCells, STRIP } from './stripCells'

/** 40 cells, taken up to the share of one; the last taken one is split. Beyond the limit all are marked. */
export function Strip({ share }: { share: number }) {
  const { full, empty } = filledCells(share)
  return (
    <svg
      className="streifen"
      preserveAspectRatio="none"
      viewBox={`0 0 ${STRIP.width} ${STRIP.height}`}
      aria-hidden="true"
    >
      <path className="z-frei" d={empty} />
      <path className={share > 1 ? 'z-ueberbucht' : 'z-modul'} d={full} />
    </svg>
  )
}
