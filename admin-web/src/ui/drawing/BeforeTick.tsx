/** The mark of the period before, as in a drawing of bars. */
export function BeforeTick() {
  return (
    <svg
      className="zeichnung zeichen"
      width={10}
      height={14}
      viewBox="0 0 10 14"
      aria-hidden="true"
    >
      <path className="strich-davor" d="M5 0v14" />
    </svg>
  )
}
