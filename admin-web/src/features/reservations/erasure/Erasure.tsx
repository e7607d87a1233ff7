import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { formatDay, formatMoment, formatNumber } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { Section } from '@/ui/page/Section'
import type { Reservation } from '../types'

type Plan = Schemas['ErasurePreviewOut']
const RENEWED = ['reservations', 'mails', 'today', 'waiting-list', 'data-protection', 'parks']

/** The way to erase a household that asks for it, for the administration. */
export function Erasure({ record }: { record: Reservation }) {
  const [isAsking, setAsking] = useState(false)
  if (record.erased_at)
    return (
      <Section title="Datenschutz">
        <p className="flush">
          Gelöscht am {formatMoment(record.erased_at)}. Von hier führt nichts mehr zu einem
          Haushalt.
        </p>
      </Section>
    )
  return (
    <Section title="Datenschutz">
      <p className="muted flush">
        Wenn der Haushalt verlangt, dass wir seine Daten löschen. Vorher sehen Sie, was geht und was
        bleibt.
      </p>
      <p className="buttons">
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Daten löschen
        </Button>
      </p>
      {isAsking && <ErasureDialog record={record} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function ErasureDialog({ record, onClose }: { record: Reservation; onClose: () => void }) {
  const params = { path: { reservation_id: record.id } }
  // Under a key of its own: once it is done, what would follow is not asked for again.
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    queryKey: ['erasure', record.id],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/reservations/{reservation_id}/erasure', { params, signal }),
    gcTime: 0,
  })
  return (
    <EditDialog
      title={`Daten löschen: ${record.reference ?? record.pseudonym}`}
      button="Endgültig löschen"
      isBlocked={!plan}
      isDangerous
      maxWidth="sm"
      problem={error && errorWords(error)}
      save={(call) =>
        call('post', '/api/staff/reservations/{reservation_id}/erasure', {
          params,
          body: { version: plan?.version ?? 0 },
        })
      }
      renews={RENEWED}
      done="Die Daten des Haushalts sind gelöscht."
      onRefused={refetch}
      onClose={onClose}
    >
      {plan ? <PlanOf plan={plan} /> : <p role="status">Wird ermittelt …</p>}
    </EditDialog>
  )
}

function PlanOf({ plan }: { plan: Plan }) {
  return (
    <div>
      {plan.spot_number !== null && (
        <p className="caution">
          Platz {plan.spot_number} wird damit zurückgegeben. Er bleibt 24 Stunden gesperrt;
          zurückholen lässt er sich nicht.
        </p>
      )}
      {plan.has_running_contract && (
        <p className="caution">Der Vertrag läuft weiter. Was er braucht, bleibt gespeichert.</p>
      )}
      <Counted title="Gelöscht wird" rows={plan.deleted} />
      <Counted title="Ohne Personenbezug bleibt" rows={plan.pseudonymised} />
      <Counted title="Name und Kontaktdaten werden ersetzt in" rows={plan.redacted} />
      {plan.kept.length > 0 && (
        <>
          <h3>Aufbewahrt wird</h3>
          <ul className="consequences">
            {plan.kept.map(({ label, because, until }) => (
              <li key={label}>
                {label}, {until ? `bis ${formatDay(until)}` : 'solange der Vertrag läuft'}.{' '}
                {because}
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.others.length > 0 && (
        <p className="muted">Desselben Postfachs, bleibt: {plan.others.join(', ')}</p>
      )}
      <p className="caution">Das lässt sich nicht rückgängig machen.</p>
    </div>
  )
}

/** Tables with their rows; nothing at all where there are none. */
function Counted({ title, rows }: { title: string; rows: Plan['deleted'] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="consequences">
        {rows.map(({ label, rows: count }) => (
          <li key={label}>
            {label}: {formatNumber(count)}
          </li>
        ))}
      </ul>
    </>
  )
}
