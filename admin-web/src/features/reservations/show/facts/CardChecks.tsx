import Button from '@mui/material/Button'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { Fact, Facts } from '@/ui/record/Facts'
import { Fold } from '@/ui/record/Fold'

type Check = Schemas['CardCheckOut']

const STATES: Record<Check['state'], string> = {
  open: 'begonnen',
  held: '1 € vorgemerkt',
  released: 'freigegeben',
  failed: 'gescheitert',
  expired: 'abgebrochen',
}
const PROVIDERS: Record<Check['provider'], string> = {
  simulated: 'Simulation',
  stripe: 'Stripe',
}

/** What the household's card was checked with, attempt by attempt; nothing where it never was. */
export function CardChecks({ id }: { id: number }) {
  const params = { path: { reservation_id: id } }
  const { data } = useStaffQuery('/api/staff/reservations/{reservation_id}/card-checks', { params })
  const [latest, ...earlier] = data?.data ?? []
  if (!latest) return null
  return (
    <Fold title="Kartenprüfung" value={STATES[latest.state]} isOpen={latest.can_end}>
      <Attempt check={latest} />
      <NextStep check={latest} reservationId={id} isOffered={data?.is_offered ?? false} />
      {earlier.map((check) => (
        <Attempt key={check.id} check={check} />
      ))}
    </Fold>
  )
}

function Attempt({ check }: { check: Check }) {
  return (
    <Facts>
      <Fact label={`Versuch ${check.attempt}`}>
        <span>
          {STATES[check.state]}
          {check.cause && <small> {check.cause}</small>}
        </span>
      </Fact>
      <Fact label="Dienst">
        <span>
          {PROVIDERS[check.provider]}
          {check.reference && <small className="number"> {check.reference}</small>}
        </span>
      </Fact>
      <Moment label="Begonnen" at={check.begun_at} />
      <Moment label="Vorgemerkt" at={check.held_at} />
      <Moment label="Beendet" at={check.ended_at} />
    </Facts>
  )
}

function Moment({ label, at }: { label: string; at: string | null }) {
  if (!at) return null
  return (
    <Fact label={label}>
      <MomentField at={at} />
    </Fact>
  )
}

interface NextStepProps {
  check: Check
  reservationId: number
  isOffered: boolean
}

/** What happens by itself, and the button for whoever does not want to wait for it. */
function NextStep({ check, reservationId, isOffered }: NextStepProps) {
  const { run, isRunning, problem } = useStaffChange('reservations', 'work-lines')
  const params = { path: { reservation_id: reservationId, check_id: check.id } }
  const end = () =>
    run('post', '/api/staff/reservations/{reservation_id}/card-checks/{check_id}/end', { params })
  if (!check.can_end) return <p className="tiny muted">{OVER[check.state]}</p>
  const isHeld = check.state === 'held'
  return (
    <>
      <p className="tiny muted">
        Nachgefragt wird von selbst{' '}
        {check.look_at && (
          <>
            am <MomentField at={check.look_at} />
          </>
        )}
        .{' '}
        {isHeld
          ? 'Was vorgemerkt ist, wird dabei freigegeben.'
          : 'Schließen Sie die Seite des Zahlungsdienstes, kann der Haushalt neu beginnen.'}
      </p>
      {isOffered && (
        <Button variant="outlined" disabled={isRunning} onClick={end}>
          {isHeld ? 'Jetzt freigeben' : 'Nachfragen und schließen'}
        </Button>
      )}
      <p role="status" className="tiny">
        {problem}
      </p>
    </>
  )
}

const AGAIN =
  'Vorgemerkt ist nichts. Bis zum Vertrag kann der Haushalt es auf seiner Seite noch einmal versuchen, solange er seinen Platz hat.'
const OVER: Record<Check['state'], string> = {
  open: '',
  held: '',
  released: 'Nichts mehr zu tun: Der Zahlungsdienst hat die Vormerkung aufgehoben.',
  failed: AGAIN,
  expired: AGAIN,
}
