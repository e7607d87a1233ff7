import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatMoment } from '@/lib/format'
import { ShapeMark, StateMark } from '@/ui/fields/StateMark'
import { Section } from '@/ui/page/Section'
import { Fact, Facts } from '@/ui/record/Facts'
import { Fold } from '@/ui/record/Fold'
import { History } from '@/ui/record/History'
import { NoRecord } from '@/ui/record/NoRecord'
import { RecordHead, RecordPage } from '@/ui/record/RecordPage'
import {
  type Declaration,
  KINDS,
  STATES,
  STEPS,
  type StepName,
  takenWords,
  timeWords,
} from './declaration'
import { StepDialog } from './StepDialog'
import './declarations.css'

const LIST = { to: '/declarations', label: 'Erklärungen' }

/** One declaration: where it stands, what it says word for word, what it may be about, its history. */
export function DeclarationShow() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useStaffQuery('/api/staff/declarations/{declaration_id}', {
    params: { path: { declaration_id: id } },
  })
  if (!data) return <NoRecord list={LIST} title="Erklärung" error={error} onRetry={refetch} />
  return (
    <RecordPage
      list={LIST}
      head={<Head declaration={data} />}
      side={<CaseFacts declaration={data} />}
    >
      <Verbatim declaration={data} />
      <History entries={entriesOf(data)} />
    </RecordPage>
  )
}

/** The steps that were taken, and at the bottom that it came in. */
function entriesOf({ history, received_at }: Declaration) {
  return [
    ...history.map((step) => ({
      key: step.at + step.action,
      at: step.at,
      words: takenWords(step),
      by: step.by_name ?? 'Jemand',
    })),
    { key: 'received', at: received_at, cell: 'message' as const, words: 'Eingegangen', by: '' },
  ]
}

function Head({ declaration }: { declaration: Declaration }) {
  const [asked, setAsked] = useState<StepName>()
  const { kind, name, reference, state, steps, is_overdue } = declaration
  return (
    <RecordHead
      title={`${KINDS[kind]} von ${name}`}
      line={<span className="tabular">{reference}</span>}
      state={
        <span className="record-state">
          <ShapeMark {...STATES[state]} />
          {is_overdue && <span className="marker overdue">überfällig</span>}
        </span>
      }
      actions={steps.map((step) => (
        <Button
          key={step.name}
          {...buttonLook(declaration, step.name)}
          onClick={() => setAsked(step.name)}
        >
          {step.name === 'match' && state === 'matched'
            ? 'Zuordnung ändern'
            : STEPS[step.name].button}
        </Button>
      ))}
    >
      {asked && (
        <StepDialog declaration={declaration} step={asked} onClose={() => setAsked(undefined)} />
      )}
    </RecordHead>
  )
}

/** One button is the next step; a second match and a rejection are not. */
const buttonLook = ({ state }: Declaration, name: StepName) =>
  name === 'reject' || (name === 'match' && state === 'matched')
    ? ({ variant: 'outlined' } as const)
    : ({ variant: 'contained', color: 'secondary' } as const)

/** What was declared, word for word, and how one can tell that it still is. */
function Verbatim({ declaration }: { declaration: Declaration }) {
  const { wording, is_intact, is_mailed, keep_until, received_berlin } = declaration
  const day = new Date(keep_until).toLocaleDateString('de-DE', { timeZone: 'UTC' })
  return (
    <Section title="Wortlaut">
      <p className="wording">{wording}</p>
      <p className="muted flush">
        Eingegangen am {received_berlin}.{' '}
        {is_mailed
          ? 'Die Empfangsbestätigung ging sofort an die Adresse in der Erklärung.'
          : 'Eine Empfangsbestätigung wurde nicht gesendet: Die Adresse hatte an dem Tag schon mehrere.'}{' '}
        Die Datenbank lässt keine Änderung zu und kein Löschen bis {day}.
      </p>
      {!is_intact && (
        <p className="caution" role="alert">
          Der Wortlaut passt nicht mehr zu seiner Prüfsumme. Bitte wenden Sie sich an die
          Administration, bevor Sie entscheiden.
        </p>
      )}
    </Section>
  )
}

/** What a declaration is about, and until when money has to go back. */
function CaseFacts({ declaration }: { declaration: Declaration }) {
  const { refund_due_on, refunded_at, decided_at, ends_on, words, sha256 } = declaration
  return (
    <>
      <Section title="Vorgang">
        <Facts>
          <Fact label="Reservierung">
            <Matched declaration={declaration} />
          </Fact>
          {refund_due_on && (
            <Fact label="Erstattung">
              {refunded_at
                ? `Vermerkt am ${formatMoment(refunded_at)}`
                : `Spätestens am ${formatDay(refund_due_on)}`}
            </Fact>
          )}
          {decided_at && <Fact label="Entschieden">{formatMoment(decided_at)}</Fact>}
          {ends_on && <Fact label="Vertrag endet">{formatDay(ends_on)}</Fact>}
          {words && (
            <Fact label="Ihre Worte">
              <span className="wording-inline">{words}</span>
            </Fact>
          )}
        </Facts>
      </Section>
      <Fold title="Prüfsumme (SHA-256)" value={declaration.is_intact ? 'passt' : 'passt nicht'}>
        <p className="checksum">{sha256}</p>
      </Fold>
    </>
  )
}

function Matched({ declaration: { reservation, state } }: { declaration: Declaration }) {
  if (!reservation) return state === 'received' ? 'Noch nicht zugeordnet' : 'Passt zu keiner'
  const time = timeWords(reservation, formatDay)
  return (
    <>
      <span>
        <Link to={`/reservations/${reservation.reservation_id}/show`}>{reservation.reference}</Link>
        , {reservation.name}, Platz {reservation.spot_number} in {reservation.park_name}
      </span>
      <small>
        <StateMark state={reservation.state} />
      </small>
      {time && <small className={reservation.is_in_time ? undefined : 'late'}>{time}</small>}
    </>
  )
}
