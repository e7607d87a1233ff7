import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'

const row = (y: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => [30 + (from + index) * 38, y] as const)

const outline = (at: readonly (readonly [number, number])[]) =>
  at.map(([x, y]) => `M${x} ${y}h34v20h-34z`).join('')

const STANDING = [...row(34, 0, 8), ...row(66, 0, 8), ...row(98, 0, 3)]
const TO_COME = row(98, 3, 8)
const PLANNED = [...row(34, 0, 8), ...row(66, 0, 8), ...row(98, 0, 8)]

/**
 * A project from above: under construction with rows that stand and rows marked out, or planned
 * with nothing but marks on the field. Decoration: the status stands below as a word.
 */
export function ProjectLand({ building }: { building: boolean }) {
  const [kind, stripes] = building ? ['wiese', 'wiese-2'] : ['weizen', 'weizen-2']
  return (
    <svg
      className="site__land"
      viewBox="0 0 360 140"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill={`var(--land-${kind})`} d="M0 0h360v140H0z" />
      <path
        stroke={`var(--land-${stripes})`}
        strokeWidth="140"
        strokeDasharray="5 9"
        d="M2 70h360"
      />
      <g transform="rotate(-4 180 70)">
        {building && <ModuleRows at={STANDING} />}
        <path className="site__marks" d={outline(building ? TO_COME : PLANNED)} />
        <path stroke="var(--land-weg)" strokeWidth="8" d="M-20 130H400" />
        {building && <House transform="translate(300 100)" width={40} side={9} />}
      </g>
      <Trees
        large={[
          [14, 24],
          [18, 48],
        ]}
        small={
          building
            ? [[344, 20]]
            : [
                [24, 68],
                [346, 16],
                [350, 34],
              ]
        }
      />
    </svg>
  )
}
