import { House } from '@/components/land/House'
import { Trees } from '@/components/land/Trees'
import { placeFlag } from '@/content/de/sharePictureWords'
import { cellsPath, type Grid } from '@/lib/cells'
import { totalSpots } from '@/lib/offer/offer'
import { Land } from './Land'
import { Modules } from './Modules'

const HEDGE = [642, 676, 726, 792, 822, 898, 940, 1004, 1062].map((x) => [x, 578] as const)

/** The park among its fields, one place of it lit. */
export function HomeScene() {
  const grid = { columns: 13, x: 660, y: 92, width: 28, height: 20, stepX: 32.6, stepY: 35 }
  return (
    <>
      <Land around={['weizen', 'acker', 'weizen', 'klee']} middle="wiese">
        <path className="fence" d="M646 76h446v478H646z" />
        <Modules grid={grid} rows={13} mine={71} />
        <House transform="translate(990 618)" width={70} side={20} />
        <Trees
          large={[
            [1084, 632],
            [1090, 606],
          ]}
          small={HEDGE}
        />
      </Land>
      <path className="ring ring--line" d="M888 210l34-46" />
      <rect className="flag" x="862" y="104" width="176" height="60" rx="8" />
      <text className="flag__text" x="950" y="144" textAnchor="middle">
        {placeFlag}
      </text>
    </>
  )
}

/** All places of the park to be counted, one of them lit. */
export function PilotScene() {
  const columns = 20
  const rows = totalSpots / columns
  const grid = { columns, x: 656, y: 82, width: 17, height: 12, stepX: 21.6, stepY: 18.9 }
  return (
    <Land around={['klee', 'weizen', 'acker', 'weizen']} middle="wiese">
      <path className="fence" d="M644 70h450v490H644z" />
      <Modules grid={grid} rows={rows} mine={216} />
      <Trees
        large={[
          [1128, 300],
          [1132, 330],
          [1126, 352],
        ]}
        small={HEDGE}
      />
    </Land>
  )
}

/** A corner of the field at close range: places to take, one of them taken by you. */
export function ReservationScene() {
  const grid: Grid = { columns: 4, x: 664, y: 92, width: 92, height: 58, stepX: 108, stepY: 78 }
  const free = [6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
  return (
    <Land around={['acker', 'klee', 'weizen', 'klee']} middle="wiese">
      <Modules grid={grid} rows={6} without={free} mine={9} />
      <path
        className="free"
        d={free
          .filter((index) => index !== 9)
          .map((index) => cellsPath(grid, index, index + 1))
          .join('')}
      />
    </Land>
  )
}

const QUESTION_MARK = [
  '.#####.',
  '##...##',
  '.....##',
  '....##.',
  '...##..',
  '...##..',
  '.......',
  '...#...',
]

/** A park with gaps; one module is lit. */
export function GapsScene() {
  const grid: Grid = { columns: 8, x: 668, y: 108, width: 42, height: 36, stepX: 54, stepY: 56 }
  return (
    <Land around={['acker', 'weizen', 'klee', 'weizen']} middle="wiese">
      <Modules grid={grid} rows={8} without={[3, 4, 12, 19, 20, 21, 29, 37, 38, 46]} mine={34} />
    </Land>
  )
}

/** A question mark of modules; its dot is lit. */
export function QuestionScene() {
  const grid: Grid = { columns: 7, x: 676, y: 92, width: 46, height: 42, stepX: 56, stepY: 56 }
  const cells = [...QUESTION_MARK.join('')]
  const dot = cells.lastIndexOf('#')
  const without = cells.flatMap((cell, index) => (cell === '#' ? [] : [index]))
  return (
    <Land around={['weizen', 'klee', 'acker', 'weizen']} middle="wiese">
      <Modules grid={grid} rows={QUESTION_MARK.length} without={without} mine={dot} />
      <Trees
        large={[
          [1128, 420],
          [1134, 452],
        ]}
        small={HEDGE}
      />
    </Land>
  )
}
