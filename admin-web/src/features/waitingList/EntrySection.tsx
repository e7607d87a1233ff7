import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '@/api/useCall'
import { formatKwh, formatMoment } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { ENTRY_STATES } from '@/lib/states'
import { ShapeMark } from '@/ui/fields/StateMark'
import { Passes } from './Passes'
import { StepDialog } from './StepDialog'
import { type Entry, offerLine, STEPS, type StepName } from './waiting'

/** Where an entry stands, its facts, and the steps that are possible. */
export function EntrySection({ entry }: { entry: Entry }) {
  const [asked, setAsked] = useState<StepName>()
  return (
    <section className="sheet" aria-labelledby="entry">
      <div className="head-row">
        <h2 id="entry">
          <ShapeMark {...ENTRY_STATES[entry.state]} />
          {entry.is_skipped && <span className="marker">wird einmal ausgelassen</span>}
        </h2>
        <p className="buttons">
          {entry.steps.map((name) => (
            <Button key={name} {...buttonLook(name)} onClick={() => setAsked(name)}>
              {STEPS[name].button}
            </Button>
          ))}
        </p>
      </div>
      <Facts entry={entry} />
      {asked && <StepDialog entry={entry} step={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** The deadline runs only while the entry waits: an offer has its own. */
function addressWords({ is_confirmed, state, confirm_by }: Entry): string {
  if (is_confirmed) return 'bestätigt'
  return state === 'waiting'
    ? `nicht bestätigt, Frist bis ${formatMoment(confirm_by)}`
    : 'nicht bestätigt'
}

const buttonLook = (name: StepName) => {
  if (name === 'take_off') return { variant: 'outlined', color: 'error' } as const
  return { variant: 'outlined' } as const
}

function Facts({ entry }: { entry: Entry }) {
  const { park, park_name, position, annual_kwh, payment_plan, reservation_id, ended_at } = entry
  return (
    <dl className="pairs">
      <Pair label="Stelle">
        {position === null ? 'Nicht mehr auf der Liste' : <b>{position}</b>},{' '}
        <Link to={`/parks/${encodeURIComponent(park)}/show`}>Solarpark {park_name}</Link>
      </Pair>
      <Pair label="Wunsch">
        {packageName(annual_kwh)}, {formatKwh(annual_kwh)} im Jahr, {planName(payment_plan)}
      </Pair>
      {entry.offered_spot !== null && <Pair label="Angebot">{offerLine(entry)}</Pair>}
      <Pair label="E-Mail">
        <Address entry={entry} />
        <small className={entry.is_confirmed ? undefined : 'late'}>{addressWords(entry)}</small>
      </Pair>
      <Pair label="Übergangen">
        <Passes passed={entry.passed} />
      </Pair>
      <Pair label="Eingetragen">{formatMoment(entry.joined_at)}</Pair>
      {ended_at && <Pair label="Beendet">{formatMoment(ended_at)}</Pair>}
      {reservation_id !== null && (
        <Pair label="Reservierung">
          <Link to={`/reservations/${reservation_id}/show`}>Zur Reservierung daraus</Link>
        </Pair>
      )}
    </dl>
  )
}

/** Masked until somebody asks for it, which is put on record. */
function Address({ entry: { id, email } }: { entry: Entry }) {
  const call = useCall()
  const [shown, setShown] = useState<{ value: string; of: string }>()
  const reveal = useMutation({
    mutationFn: () =>
      call('post', '/api/staff/waiting-list/{entry_id}/reveal', {
        params: { path: { entry_id: id } },
      }),
    onSuccess: ({ value }) => setShown({ value, of: email }),
  })
  // Once the address was corrected, the one that was shown is no longer it.
  if (shown?.of === email) return <a href={`mailto:${shown.value}`}>{shown.value}</a>
  return (
    <>
      {email}{' '}
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        aria-label="E-Mail-Adresse anzeigen, wird protokolliert"
        onClick={() => reveal.mutate()}
      >
        Anzeigen
      </button>
    </>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
