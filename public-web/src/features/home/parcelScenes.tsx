import type { ReactNode } from 'react'
import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'

/** A strip of land along the lower edge of a parcel, behind a track. */
function LowScene({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <svg
      className="scene"
      viewBox="0 0 384 336"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path fill={`url(#${kind})`} d="M0 250L384 200V336H0z" />
      <path stroke="var(--land-weg)" strokeWidth="8" d="M0 250L384 200" />
      <g transform="rotate(-7.4 192 270)">{children}</g>
    </svg>
  )
}

/** A strip of land along the right edge, for the two wide parcels. */
function SideScene({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <svg
      className="scene"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <path fill={`url(#${kind})`} d="M214 0h106v180H186z" />
      <path stroke="var(--land-weg)" strokeWidth="7" d="M214 0l-28 180" />
      {children}
    </svg>
  )
}

export function MovingScene() {
  return (
    <SideScene kind="weizen">
      <House transform="translate(226 96) rotate(-9)" width={62} side={21} chimney />
      <Trees
        large={[
          [236, 52],
          [262, 40],
        ]}
        small={[[300, 82]]}
      />
    </SideScene>
  )
}

export function SupplierScene() {
  return (
    <SideScene kind="klee">
      <Trees
        large={[
          [216, 20],
          [206, 78],
          [196, 136],
        ]}
        small={[
          [214, 48],
          [204, 106],
          [194, 164],
        ]}
      />
    </SideScene>
  )
}

const row = (y: number, columns: readonly number[]) =>
  columns.map((column) => [20 + column * 38, y] as const)

export function MaintenanceScene() {
  const all = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  return (
    <LowScene kind="wiese">
      <ModuleRows at={[...row(262, all), ...row(294, all)]} />
    </LowScene>
  )
}

/** One module is missing: it has been handed back. */
export function ResaleScene() {
  return (
    <LowScene kind="acker">
      <ModuleRows at={[...row(262, [4, 5, 7, 8]), ...row(294, [4, 5, 6, 7, 8])]} />
      <path
        fill="none"
        stroke="var(--color-tinte)"
        strokeWidth="1.5"
        strokeDasharray="3 3"
        d="M248 262h34v20h-34z"
      />
    </LowScene>
  )
}
