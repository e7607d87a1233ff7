import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { type DeliveryWhole, deliveryMark, readable, subjectPath, tookWords } from './webhook'

/** One delivery: each attempt with what came back, and what was sent. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const label = useId()
  const { data: delivery, error } = useStaffQuery('/api/staff/webhook-deliveries/{id}', {
    params: { path: { id } },
    refetchEvery: 3_000,
  })
  const { run, isRunning, problem } = useStaffChange('webhooks', 'webhook-deliveries')
  const notify = useNotify()

  async function replay() {
    if (
      !(await run('post', '/api/staff/webhook-deliveries/{id}/replay', {
        params: { path: { id } },
      }))
    )
      return
    notify('Die Zustellung geht erneut hinaus.', { type: 'success' })
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={label} fullWidth maxWidth="sm">
      <DialogTitle id={label}>{delivery?.event_words ?? 'Zustellung'}</DialogTitle>
      <DialogContent className="delivery">
        {error && !delivery && <p role="alert">{errorWords(error)}</p>}
        {!delivery && !error && <div className="awaited-part" aria-busy="true" />}
        {delivery && <Told delivery={delivery} />}
        {problem && <p role="alert">{problem}</p>}
      </DialogContent>
      <DialogActions>
        {delivery && !delivery.is_test && delivery.attempts > 0 && (
          <Button disabled={isRunning} onClick={() => void replay()}>
            Erneut senden
          </Button>
        )}
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}

function Told({ delivery }: { delivery: DeliveryWhole }) {
  const path = subjectPath(delivery.subject)
  return (
    <>
      <p className="flush" role="status">
        <ShapeMark {...deliveryMark(delivery)} />
        {delivery.about && <span className="muted"> · {delivery.about}</span>}
      </p>
      {delivery.tries.length === 0 && <p className="muted flush">Noch kein Versuch.</p>}
      <ol className="attempts">
        {delivery.tries.map((one) => (
          <li key={`${one.number}-${one.at}`} data-result={one.words ? 'error' : 'good'}>
            <b>{one.words ?? `Angenommen mit ${one.status}.`}</b>
            <small>
              Versuch {one.number}, <MomentField at={one.at} />, {tookWords(one.duration_ms)}
            </small>
          </li>
        ))}
      </ol>
      {delivery.next_attempt_at && delivery.attempts > 0 && (
        <p className="flush">
          Der nächste Versuch folgt <MomentField at={delivery.next_attempt_at} isShort />.
        </p>
      )}
      <h3>Gesendet</h3>
      <p className="tiny muted flush tabular">webhook-id: {delivery.message_id}</p>
      <pre>{readable(delivery.payload)}</pre>
      {path && (
        <p className="flush">
          <Link to={path}>Zur Reservierung</Link>
        </p>
      )}
    </>
  )
}
