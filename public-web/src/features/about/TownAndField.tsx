import { House } from '@/components/land/House'
import { LandPatterns } from '@/components/land/LandPatterns'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'

/** Positions of the park's modules that belong to the three households. */
const MINE = [
  [1046, 112],
  [1198, 184],
  [1084, 256],
] as const

/** The field between town and park, of which each piece of the drawing shows a part. */
const BETWEEN = 'M634 0h210l-30 420H602z'

/** From each home to its place in the park. */
const LINES =
  'M258 92C520 30 820 110 1036 122M538 100C760 130 960 200 1188 194M256 310C520 250 840 300 1074 266'

/**
 * A town whose roofs carry nothing, and a field outside that is enough for three of its homes: two
 * pieces of one drawing, side by side or, on small screens, one below the other. Decoration; the
 * list below says the same.
 */
export function TownAndField() {
  return (
    <div className="town">
      <svg viewBox="0 0 620 420" aria-hidden="true">
        <LandPatterns />
        <path fill="var(--land-weg)" d="M0 0h620v420H0z" />
        <Parcel crop="weizen" shape="M0 0h300v196H0z" />
        <Parcel crop="klee" shape="M314 0h300l-14 196H314z" />
        <Parcel crop="stoppel" shape="M0 212h398v208H0z" />
        <Parcel crop="weizen" shape="M412 212h184l-16 208H412z" />
        <Parcel crop="acker" shape={BETWEEN} />
        <Tenement />
        <Condominium />
        <ShadedHouse />
        <Village />
        <path className="town__line" d={LINES} />
      </svg>
      <svg viewBox="620 0 820 420" aria-hidden="true">
        <path fill="var(--land-weg)" d="M620 0h820v420H620z" />
        <Parcel crop="acker" shape={BETWEEN} />
        <Parcel crop="wiese" shape="M858 0h582v420H828z" />
        <Park />
        <path className="town__line" d={LINES} />
      </svg>
    </div>
  )
}

function Parcel({ crop, shape }: { crop: string; shape: string }) {
  return (
    <>
      <path fill={`var(--land-${crop})`} d={shape} />
      <path fill={`url(#${crop})`} d={shape} />
    </>
  )
}

/** A long block of rented flats. */
function Tenement() {
  return (
    <>
      <House transform="translate(48 58)" width={210} side={34} />
      <path fill="var(--land-weg)" d="M86 68h12v12H86zM148 68h12v12h-12zM210 68h12v12h-12z" />
      <Trees
        large={[
          [34, 164],
          [276, 158],
        ]}
        small={[
          [70, 160],
          [22, 34],
          [284, 30],
        ]}
      />
    </>
  )
}

/** Flats around a court, under one roof that belongs to all. */
function Condominium() {
  return (
    <>
      <path className="shade" d="M386 40h160v132H386z" />
      <path fill="var(--land-dach)" fillRule="evenodd" d="M378 30h160v132H378zM418 66h80v60h-80z" />
      <path fill="var(--land-dach-2)" d="M378 144h160v18H378zM520 30h18v132h-18z" />
      <Trees
        small={[
          [440, 92],
          [474, 104],
        ]}
        large={[
          [344, 60],
          [572, 150],
        ]}
      />
    </>
  )
}

/** A house of one's own under old trees. */
function ShadedHouse() {
  return (
    <>
      <House transform="translate(152 274)" width={104} side={36} chimney />
      <Trees
        large={[
          [156, 268],
          [182, 290],
          [214, 276],
          [240, 300],
          [168, 330],
          [262, 336],
          [132, 308],
          [206, 322],
        ]}
        small={[
          [286, 300],
          [120, 352],
          [232, 358],
        ]}
      />
    </>
  )
}

function Village() {
  return (
    <>
      <House transform="translate(446 262)" width={60} side={20} />
      <House transform="translate(470 346)" width={74} side={24} chimney />
      <Trees
        small={[
          [532, 270],
          [430, 330],
          [560, 390],
        ]}
        large={[[440, 396]]}
      />
    </>
  )
}

function Park() {
  const rows = [40, 76, 112, 148, 184, 220, 256, 292, 328, 364]
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
  return (
    <>
      <Trees
        large={[
          [700, 70],
          [742, 240],
          [668, 330],
        ]}
        small={[
          [724, 92],
          [690, 180],
          [760, 360],
          [640, 390],
        ]}
      />
      <ModuleRows at={rows.flatMap((y) => columns.map((x) => [894 + x * 38, y] as const))} />
      <path className="mine" d={MINE.map(([x, y]) => `M${x} ${y}h34v20h-34z`).join('')} />
      <path
        className="ring"
        strokeWidth="3"
        d={MINE.map(([x, y]) => `M${x - 7} ${y - 7}h48v34h-48z`).join('')}
      />
    </>
  )
}
