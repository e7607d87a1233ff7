import Button from '@mui/material/Button'
import { errorWords } from '@/api/problem'

/** A page whose data did not come, with the way to try again. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <section className="sheet empty" role="alert">
      <p>{errorWords(error)}</p>
      <Button onClick={() => onRetry()}>Erneut versuchen</Button>
    </section>
  )
}
