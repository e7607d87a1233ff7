import type { ReactNode } from 'react'
import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import type { ReasonId } from '@/content/de/howItWorks'
import { cellsPath, type Grid } from '@/lib/cells'

const SCENES: Record<ReasonId, { crop: string; Scene: () => ReactNode }> = {
  roof: { crop: 'weizen', Scene: ShadedRoofs },
  minimum: { crop: 'stoppel', Scene: Bales },
  supplier: { crop: 'klee', Scene: Hedge },
  operation: { crop: 'wiese', Scene: Mown },
  moving: { crop: 'acker', Scene: Moving },
  resale: { crop: 'wiese', Scene: Orchard },
}

/** The far edge of a field, behind a track. Decoration. */
export function ReasonScene({ reason }: { reason: ReasonId }) {
  const { crop, Scene } = SCENES[reason]
  return (
    <svg
      className="reason__scene"
      viewBox="0 0 460 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path fill={`url(#${crop})`} d="M0 30L460 8V150H0z" />
      <path stroke="var(--land-weg)" strokeWidth="9" d="M0 30L460 8" />
      <Scene />
    </svg>
  )
}

/** Blocks of flats under old trees: no roof for modules. */
function ShadedRoofs() {
  return (
    <>
      <House transform="translate(86 62)" width={112} side={26} />
      <House transform="translate(252 54)" width={112} side={26} />
      <Trees
        large={[
          [120, 66],
          [142, 88],
          [172, 70],
          [276, 84],
          [312, 62],
          [340, 86],
          [222, 100],
          [60, 96],
        ]}
        small={[
          [204, 70],
          [390, 78],
          [236, 66],
        ]}
      />
    </>
  )
}

/** The minimum as bales on the stubble, one a cent; what may come on top is outlined. */
function Bales() {
  const row: Grid = { columns: 8, x: 54, y: 74, width: 32, height: 24, stepX: 43, stepY: 0 }
  return (
    <>
      <path className="shade" transform="translate(5 7)" d={cellsPath(row, 0, 5)} />
      <path className="mine" d={cellsPath(row, 0, 5)} />
      <path className="stations__more" d={cellsPath(row, 5, 8)} />
    </>
  )
}

/** The line to the house is the one that was always there. */
function Hedge() {
  return (
    <>
      <path stroke="var(--color-modul)" strokeWidth="2.5" d="M0 66L250 96" />
      <path fill="var(--color-modul)" d="M70 68h11v11H70zM160 79h11v11h-11z" />
      <House transform="translate(240 72)" width={84} side={27} chimney />
      <Trees
        large={[
          [360, 92],
          [384, 72],
        ]}
        small={[
          [220, 128],
          [110, 112],
          [340, 130],
        ]}
      />
    </>
  )
}

function Mown() {
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  return <ModuleRows at={[58, 98].flatMap((y) => columns.map((x) => [4 + x * 38, y] as const))} />
}

/** From one house to the next, while the share stays where it is. */
function Moving() {
  return (
    <>
      <House transform="translate(52 70)" width={70} side={24} />
      <House transform="translate(330 62)" width={70} side={24} chimney />
      <path
        fill="none"
        stroke="var(--color-tinte)"
        strokeWidth="2.5"
        strokeDasharray="7 7"
        d="M130 104C190 140 260 136 322 100"
      />
      <path className="mine" d="M206 66h44v26h-44z" />
      <path className="ring" strokeWidth="3" d="M199 59h58v40h-58z" />
    </>
  )
}

/** An orchard beside modules, one of which has been handed back. */
function Orchard() {
  return (
    <>
      <Trees
        large={[56, 100, 144].flatMap(
          (x) =>
            [
              [x, 70],
              [x, 116],
            ] as const,
        )}
      />
      <ModuleRows at={[200, 276, 314, 352, 390].map((x) => [x, 66] as const)} />
      <ModuleRows at={[200, 238, 276, 314, 352, 390].map((x) => [x, 102] as const)} />
      <path
        fill="none"
        stroke="var(--color-tinte)"
        strokeWidth="2"
        strokeDasharray="4 4"
        d="M238 66h34v20h-34z"
      />
    </>
  )
}
