interface RowButtonProps {
  label: string
  /** What it is done to, for those who do not see the row. */
  what: string
  isDisabled?: boolean
  onClick: () => void
}

/** Something to do with one row: quiet, so that many rows do not make a wall of buttons. */
export function RowButton({ label, what, isDisabled, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`${label}: ${what}`}
      disabled={isDisabled === true}
      onClick={() => onClick()}
    >
      {label}
    </button>
  )
}
