import { House } from '@/components/land/House'
import { Trees } from '@/components/land/Trees'
import { comparedWays, coveredMonths, monthsLegend } from '@/content/de/sharePictureWords'
import { cellsPath, type Grid } from '@/lib/cells'
import { termYears } from '@/lib/offer/offer'
import { Land, Parcel } from './Land'
import { Mine, Modules } from './Modules'

/** A track from the house past three stations, each with one more lit cell, to the park. */
export function PathScene() {
  const park = { columns: 12, x: 666, y: 84, width: 28, height: 20, stepX: 36, stepY: 32 }
  const stations: readonly (readonly [x: number, y: number])[] = [
    [700, 474],
    [838, 372],
    [944, 252],
  ]
  return (
    <Land around={['wiese', 'weizen', 'acker', 'klee']} middle="klee">
      <Modules grid={park} rows={3} />
      <path className="track" d="M692 640V520C692 430 876 490 888 400S1000 330 1000 174" />
      {stations.map(([x, y], index) => (
        <Station key={x} x={x} y={y} lit={index + 1} />
      ))}
      <House transform="translate(716 604)" width={84} side={26} chimney />
      <Trees
        large={[
          [1060, 420],
          [1078, 452],
          [1046, 470],
        ]}
        small={[
          [672, 240],
          [698, 234],
          [1082, 300],
        ]}
      />
    </Land>
  )
}

function Station({ x, y, lit }: { x: number; y: number; lit: number }) {
  const grid = { columns: 3, x, y, width: 30, height: 40, stepX: 32, stepY: 40 }
  return (
    <>
      <rect className="plate" x={x - 9} y={y - 9} width="112" height="58" rx="4" />
      <path fill="var(--color-sonne)" d={cellsPath(grid, 0, lit)} />
      <path fill="var(--color-modul)" d={cellsPath(grid, lit, 3)} />
    </>
  )
}

const STREET = [650, 742, 834, 926, 1018]

/** A village and its park side by side. */
export function VillageScene() {
  const grid = { columns: 13, x: 660, y: 336, width: 28, height: 20, stepX: 32.6, stepY: 34 }
  return (
    <Land around={['klee', 'weizen', 'klee', 'acker']} middle="wiese">
      <path className="track track--narrow" d="M634 196h470" />
      {STREET.map((x, index) => (
        <g key={x}>
          <House
            transform={`translate(${x + (index % 2) * 8} 92)`}
            width={62}
            side={24}
            chimney={index % 2 === 0}
          />
          <House transform={`translate(${x + 6} 228)`} width={index === 2 ? 74 : 54} side={22} />
        </g>
      ))}
      <Trees
        large={[
          [728, 120],
          [820, 108],
          [1002, 116],
          [1092, 150],
          [726, 262],
          [912, 250],
          [1090, 262],
        ]}
        small={[
          [646, 166],
          [812, 168],
          [920, 164],
          [996, 268],
          [818, 282],
        ]}
      />
      <path className="fence" d="M646 318h446v238H646z" />
      <Modules grid={grid} rows={6} mine={45} />
    </Land>
  )
}

/** Every month of the term: those that cover the price, and those after. A column is a year. */
export function MonthsScene() {
  const months = 12
  const cell = { columns: 1, width: 24, height: 30, stepX: 0, stepY: 36 }
  const column = (year: number): Grid => ({ ...cell, x: 600 + year * 28, y: 84 })
  const years = Array.from({ length: termYears }, (_, year) => year)
  const part = (from: number, to: number) =>
    years
      .map((year) => {
        const within = (month: number) => Math.min(Math.max(month - year * months, 0), months)
        return cellsPath(column(year), within(from), within(to))
      })
      .join('')
  return (
    <>
      <path fill="var(--color-sand)" d="M0 0h1200v630H0z" />
      <path fill="var(--color-gedeckt)" d={part(0, coveredMonths)} />
      <path className="after" d={part(coveredMonths, termYears * months)} />
      <path fill="var(--color-gedeckt)" d="M600 546h24v20h-24z" />
      <path className="after" d="M936 546h24v20h-24z" />
      <text className="legend" x="640" y="566">
        {monthsLegend[0]}
      </text>
      <text className="legend" x="976" y="566">
        {monthsLegend[1]}
      </text>
    </>
  )
}

/** Four parcels, four ways to solar power; the share's has a lit place. */
export function ComparisonScene() {
  const corners: readonly (readonly [x: number, y: number])[] = [
    [600, 32],
    [888, 32],
    [600, 324],
    [888, 324],
  ]
  const kinds = ['weizen', 'acker', 'wiese', 'klee'] as const
  const drawings = [
    <OwnRoof key="roof" />,
    <Balcony key="balcony" />,
    <Share key="share" />,
    <Tariff key="tariff" />,
  ]
  return (
    <>
      <Land around={['klee', 'klee', 'klee', 'klee']} middle="klee">
        {null}
      </Land>
      <path fill="var(--land-weg)" d="M584 0h616v630H584z" />
      {corners.map(([x, y], index) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
          <Parcel kind={kinds[index] ?? 'klee'} shape="M0 0h276v274H0z" />
          {drawings[index]}
          <rect className="label" x="16" y="216" width="204" height="44" rx="4" />
          <text className="label__text" x="30" y="247">
            {comparedWays[index]}
          </text>
        </g>
      ))}
    </>
  )
}

function OwnRoof() {
  const grid = { columns: 4, x: 76, y: 108, width: 27, height: 17, stepX: 31, stepY: 21 }
  return (
    <>
      <House transform="translate(64 50)" width={144} side={54} chimney />
      <Modules grid={grid} rows={2} />
      <Trees
        large={[
          [238, 60],
          [32, 180],
        ]}
        small={[[244, 90]]}
      />
    </>
  )
}

function Balcony() {
  const grid = { columns: 2, x: 72, y: 134, width: 36, height: 20, stepX: 40, stepY: 24 }
  return (
    <>
      <House transform="translate(48 40)" width={184} side={42} />
      <path fill="var(--color-linie)" d="M62 128h96v34H62z" />
      <Modules grid={grid} rows={1} />
      <Trees
        large={[[252, 160]]}
        small={[
          [24, 150],
          [226, 172],
        ]}
      />
    </>
  )
}

function Share() {
  const grid = { columns: 6, x: 26, y: 24, width: 32, height: 22, stepX: 38.5, stepY: 36 }
  return <Modules grid={grid} rows={5} mine={9} />
}

/** A house and its line to the grid. */
function Tariff() {
  return (
    <>
      <path className="wire" d="M0 34L120 22L276 44M120 22L136 76" />
      <path fill="var(--color-tinte)" d="M114 16h12v12h-12z" />
      <House transform="translate(92 76)" width={104} side={38} chimney />
      <Trees
        large={[
          [238, 150],
          [44, 60],
        ]}
        small={[
          [70, 74],
          [216, 172],
        ]}
      />
    </>
  )
}

/** An envelope of field and track, sealed with a module. */
export function LetterScene() {
  const seal = { columns: 1, x: 838, y: 318, width: 62, height: 42, stepX: 0, stepY: 0 }
  return (
    <Land around={['klee', 'acker', 'wiese', 'klee']} middle="wiese">
      <path className="shade" d="M668 152h414v312H668z" />
      <Parcel kind="weizen" shape="M660 140h414v312H660z" />
      <path className="track track--narrow" d="M660 452L826 300M1074 452L908 300" />
      <path className="flap" d="M660 140l207 200l207-200z" />
      <path className="track track--narrow" d="M660 140l207 200l207-200" />
      <path className="track track--frame" d="M660 140h414v312H660z" />
      <Mine grid={seal} index={0} />
      <Trees
        large={[
          [660, 514],
          [690, 526],
        ]}
        small={[
          [1080, 96],
          [1056, 90],
          [760, 530],
        ]}
      />
    </Land>
  )
}

const LINES = [380, 348, 366, 300, 0, 372, 336, 380, 230, 0, 360, 316]

/** Furrows that run like the lines of a text, each paragraph with a cell as its bullet. */
export function TextScene() {
  return (
    <Land around={['weizen', 'klee', 'acker', 'klee']} middle="wiese">
      <path className="page" d="M656 84h426v462H656z" />
      <path
        className="lines"
        d={LINES.map((length, line) =>
          length ? `M${712} ${118 + line * 36}h${length - 30}` : '',
        ).join('')}
      />
      <path
        fill="var(--color-modul)"
        d={[0, 5, 10].map((line) => `M676 ${109 + line * 36}h22v18h-22z`).join('')}
      />
    </Land>
  )
}
