/** The mark of the period before, as in a drawing of bars. */
export function BeforeTick() {
  return (
    <svg className="drawing glyph" width={10} height={14} viewBox="0 0 10 14" aria-hidden="true">
      <path className="stroke-before" d="M5 0v14" />
    </svg>
  )
}
