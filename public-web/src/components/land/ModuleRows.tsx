interface Props {
  /** Module positions, upper left corners. */
  at: readonly (readonly [x: number, y: number])[]
}

const each = (at: Props['at'], shape: string) => at.map(([x, y]) => `M${x} ${y}${shape}`).join('')

/** Solar modules of 34 × 20 units from above, all in three paths. */
export function ModuleRows({ at }: Props) {
  return (
    <>
      <path className="shade" transform="translate(4 6)" d={each(at, 'h34v20h-34z')} />
      <path fill="var(--color-modul)" d={each(at, 'h34v20h-34z')} />
      <path
        fill="none"
        stroke="var(--color-modul-kante)"
        strokeWidth=".8"
        opacity=".7"
        d={each(at, 'm8.5 0v20m8.5-20v20m8.5-20v20m-25.5-10h34')}
      />
    </>
  )
}
