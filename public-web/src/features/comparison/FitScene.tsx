import type { ReactNode } from 'react'
import { House } from '@/components/land/House'
import { LandPatterns } from '@/components/land/LandPatterns'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import type { OptionId } from '@/lib/offer/comparison'

const CROPS: Record<OptionId, string> = {
  roof: 'weizen',
  balcony: 'klee',
  share: 'wiese',
  tariff: 'acker',
}

const SCENES: Record<OptionId, () => ReactNode> = {
  roof: Roof,
  balcony: Balcony,
  share: Share,
  tariff: Tariff,
}

/** Where the power of a way comes from, seen from above. Decoration. */
export function FitScene({ option }: { option: OptionId }) {
  const Scene = SCENES[option]
  return (
    <svg
      className="fit__scene"
      viewBox="0 0 560 130"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {option === 'roof' && <LandPatterns />}
      <path fill={`url(#${CROPS[option]})`} d="M0 0h560v130H0z" />
      <path stroke="var(--land-weg)" strokeWidth="9" d="M0 118L560 96" />
      <Scene />
    </svg>
  )
}

/** Modules on the house's own roof. */
function Roof() {
  return (
    <>
      <House transform="translate(200 14) rotate(-2)" width={150} side={38} />
      <ModuleRows at={[210, 248, 286].map((x) => [x, 60] as const)} />
      <Trees large={[[170, 48]]} small={[[386, 66]]} />
    </>
  )
}

/** A block of flats with two modules at one balcony. */
function Balcony() {
  return (
    <>
      <path className="shade" d="M165 24h240v60H165z" />
      <path fill="var(--land-weg)" d="M158 16h240v60H158z" />
      <path fill="none" stroke="var(--land-furche)" strokeWidth="3" d="M166 24h224v44H166z" />
      <ModuleRows
        at={[
          [246, 76],
          [284, 76],
        ]}
      />
      <Trees
        large={[[128, 42]]}
        small={[
          [430, 50],
          [140, 74],
        ]}
      />
    </>
  )
}

/** The park, with one place that is yours. */
function Share() {
  const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((column) =>
    [12, 42].map((y) => [90 + column * 38, y] as const),
  )
  return (
    <>
      <ModuleRows at={places} />
      <path className="mine" d="M280 42h34v20h-34z" />
      <path className="ring" strokeWidth="3" d="M274 36h46v32h-46z" />
    </>
  )
}

/** Houses along a line that brings the power from elsewhere. */
function Tariff() {
  return (
    <>
      <path stroke="var(--color-modul)" strokeWidth="2" d="M0 22L560 6M0 30L560 14" />
      <path fill="var(--color-modul)" d="M132 14h14v14h-14zM412 6h14v14h-14z" />
      <House transform="translate(190 40)" width={70} side={22} chimney />
      <House transform="translate(300 36)" width={54} side={20} />
      <Trees
        small={[
          [278, 72],
          [376, 62],
        ]}
      />
    </>
  )
}
