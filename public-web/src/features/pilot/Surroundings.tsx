import { House } from '@/components/land/House'
import { LandPatterns } from '@/components/land/LandPatterns'
import { Trees } from '@/components/land/Trees'

/** Where the two tracks beside the park run. */
const TRACKS = [186, 1414] as const

/** The hedge above the park, not quite straight and open at the tracks. */
const HEDGE = Array.from(
  { length: 48 },
  (_, i) => [i * 52 - 440 + ((i * 29) % 31), 44 + ((i * 7) % 11)] as const,
).filter(([x]) => TRACKS.every((track) => Math.abs(x - track) > 20))

const TALL = [
  [-214, 48],
  [98, 40],
  [402, 46],
  [689, 40],
  [733, 52],
  [1120, 42],
  [1370, 50],
  [1446, 38],
  [1640, 46],
] as const

/** The neighbouring parcels to the left and right: colour, furrows and shape. */
const PARCELS = [
  ['acker', 'M-999 74H-60V900H-999z'],
  ['klee', 'M-50 74H172V900H-50z'],
  ['weizen', 'M1428 74H1700V900H1428z'],
  ['stoppel', 'M1710 74H2600V900H1710z'],
] as const

/** The land around the park in pixels; its middle, from 208 to 1392, is the park. Decoration. */
export function Surroundings() {
  return (
    <svg className="park__land" aria-hidden="true">
      <LandPatterns />
      <path fill="url(#wiese)" d="M-999-9H2600V900H-999z" />
      <path stroke="var(--land-weg)" strokeWidth="18" d="M-999 9H2600" />
      {PARCELS.map(([kind, shape]) => (
        <g key={kind}>
          <path fill={`var(--land-${kind})`} d={shape} />
          <path fill={`url(#${kind})`} d={shape} />
        </g>
      ))}
      <path
        stroke="var(--land-weg)"
        strokeWidth="9"
        d={TRACKS.map((x) => `M${x} 18V900`).join('')}
      />
      <House transform="translate(1476 176)" width={62} side={20} chimney />
      <House transform="translate(1560 244)" width={34} side={27} />
      <House transform="translate(40 262)" width={58} side={22} />
      <Trees large={TALL} small={[...HEDGE, [1462, 250], [1550, 196], [26, 318], [112, 250]]} />
    </svg>
  )
}
