import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Park } from '@/ui/park/capacity'
import { CancellationDialog } from './CancellationDialog'

/** The way to call the park off, for the administration. */
export function ParkCancellation({ park }: { park: Park }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="sheet" aria-labelledby="cancel-park">
      <div className="head-row">
        <h2 id="cancel-park">Park absagen</h2>
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Park absagen
        </Button>
      </div>
      <p className="muted">
        Wenn der Park nicht gebaut wird: Alle Reservierungen enden, die Haushalte erhalten eine
        Mail, und niemand kann hier mehr reservieren. Vorher sehen Sie, was im Einzelnen passiert.
      </p>
      {isAsking && <CancellationDialog park={park} onClose={() => setAsking(false)} />}
    </section>
  )
}
