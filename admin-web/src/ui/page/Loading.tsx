import CircularProgress from '@mui/material/CircularProgress'

/** While a page or its code is on its way. */
export function Loading() {
  return (
    <p role="status" className="muted">
      <CircularProgress size={18} aria-hidden="true" /> Wird geladen
    </p>
  )
}
