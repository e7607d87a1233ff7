import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** One sheet of the page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="sheet narrow" aria-labelledby={id}>
      <Typography variant="h2" id={id} gutterBottom>
        {title}
      </Typography>
      {children}
    </section>
  )
}
