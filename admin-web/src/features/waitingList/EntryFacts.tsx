import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '@/api/useCall'
import { formatKwh, formatMoment } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { Masked } from '@/ui/fields/Masked'
import { Section } from '@/ui/page/Section'
import { Fact, Facts } from '@/ui/record/Facts'
import { Passes } from './Passes'
import { type Entry, offerLine } from './waiting'

/** What is known of an entry. */
export function EntryFacts({ entry }: { entry: Entry }) {
  const { park, park_name, position, annual_kwh, payment_plan, reservation_id, ended_at } = entry
  return (
    <Section title="Eintrag">
      <Facts>
        <Fact label="Stelle">
          {position === null ? 'Nicht mehr auf der Liste' : <b className="number">{position}</b>}
          <Link to={`/parks/${encodeURIComponent(park)}/show`}>Solarpark {park_name}</Link>
        </Fact>
        <Fact label="Wunsch">
          {packageName(annual_kwh)}, {formatKwh(annual_kwh)} im Jahr, {planName(payment_plan)}
        </Fact>
        {entry.offered_spot !== null && <Fact label="Angebot">{offerLine(entry)}</Fact>}
        <Fact label="E-Mail">
          <Address entry={entry} />
          <small className={entry.is_confirmed ? undefined : 'late'}>{addressWords(entry)}</small>
        </Fact>
        <Fact label="Übergangen">
          <Passes passed={entry.passed} />
        </Fact>
        <Fact label="Eingetragen">{formatMoment(entry.joined_at)}</Fact>
        {ended_at && <Fact label="Beendet">{formatMoment(ended_at)}</Fact>}
        {reservation_id !== null && (
          <Fact label="Reservierung">
            <Link to={`/reservations/${reservation_id}/show`}>Zur Reservierung daraus</Link>
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** The deadline runs only while the entry waits: an offer has its own. */
function addressWords({ is_confirmed, state, confirm_by }: Entry): string {
  if (is_confirmed) return 'bestätigt'
  return state === 'waiting'
    ? `nicht bestätigt, Frist bis ${formatMoment(confirm_by)}`
    : 'nicht bestätigt'
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
  const value = shown?.of === email ? shown.value : undefined
  return <Masked what="E-Mail-Adresse" scheme="mailto" masked={email} {...{ value, reveal }} />
}
