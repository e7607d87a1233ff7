import { useState } from 'react'
import { formatKwh, formatMoney } from '@/lib/format'
import { DEPOSITS } from '@/lib/operationWords'
import { packageName, planName } from '@/lib/reservationWords'
import { MomentField } from '@/ui/fields/values'
import { Key } from '@/ui/keys/Key'
import { Section } from '@/ui/page/Section'
import { Fact, Facts as FactList } from '@/ui/record/Facts'
import { correctionsOf } from '../../operations/recordActions'
import type { Reservation } from '../../types'
import { useIsClerk } from '../../useRole'
import { useAsked } from './asked'
import { ContactRow } from './ContactRow'
import { MoveDialog } from './correct/MoveDialog'
import { ReopenDialog } from './correct/ReopenDialog'
import { ShareDialog } from './correct/ShareDialog'
import { FactRow } from './FactRow'
import { FACTS, OPEN_FACTS } from './fields'

/** What is known of a household and its share, changed where it stands. Marketing reads it without names. */
export function Facts({ record }: { record: Reservation }) {
  return (
    <>
      <HouseholdFacts record={record} />
      <ShareFacts record={record} />
    </>
  )
}

function HouseholdFacts({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  const isOpen = isClerk && record.erased_at === null
  return (
    <Section
      title="Haushalt"
      action={
        isOpen && (
          <small id="facts-help" className="muted">
            anklicken und schreiben
            <Key name="b" />
          </small>
        )
      }
    >
      <FactList>
        {(isClerk ? FACTS : OPEN_FACTS).map((fact) => (
          <FactRow key={fact.name} record={record} fact={fact} isOpen={isOpen} />
        ))}
        {isClerk && (
          <>
            <ContactRow record={record} revealed="email" isOpen={isOpen}>
              {record.email !== '' && <Confirmation record={record} />}
            </ContactRow>
            <ContactRow record={record} revealed="phone" isOpen={isOpen} />
          </>
        )}
        {record.utm_campaign && <Fact label="Kampagne">{record.utm_campaign}</Fact>}
        {record.referral_code && <Fact label="Empfehlung">{record.referral_code}</Fact>}
      </FactList>
      {!isClerk && (
        <p className="tiny muted">
          Ihre Rolle sieht keine personenbezogenen Angaben. Die Kennung „{record.pseudonym}“ bleibt
          für diese Reservierung immer dieselbe. Personen und Abschlag stehen hier als Spanne,
          Zeitpunkte auf die volle Stunde.
        </p>
      )}
    </Section>
  )
}

/** Whether the address is the household's, and until when its place waits for that. */
function Confirmation({ record }: { record: Reservation }) {
  if (record.email_confirmed_at)
    return (
      <small>
        bestätigt am <MomentField at={record.email_confirmed_at} />
      </small>
    )
  if (!record.confirm_by || record.state !== 'reserved') return <small>noch nicht bestätigt</small>
  return (
    <small>
      noch nicht bestätigt, Zeit bis <MomentField at={record.confirm_by} />
    </small>
  )
}

function ShareFacts({ record }: { record: Reservation }) {
  const [dialog, setDialog] = useState<string>()
  const allowed = new Set(correctionsOf(record))
  useAsked('change_share', () => setDialog('change_share'))
  useAsked('move_spot', () => setDialog('move_spot'))
  useAsked('reopen', () => setDialog('reopen'))
  const close = () => setDialog(undefined)
  const plan = `${planName(record.payment_plan)}, ${formatMoney(record.plan_total_cents)}`
  const share = `${packageName(record.annual_kwh)}, ${formatKwh(record.annual_kwh)} im Jahr`
  const openShare = allowed.has('change_share') ? () => setDialog('change_share') : undefined
  return (
    <Section title="Anteil">
      <FactList>
        <Fact label="Paket">
          <Opening words={share} name="Paket ändern" onOpen={openShare} />
        </Fact>
        <Fact label="Zahlung">
          <Opening words={plan} name="Zahlung ändern" onOpen={openShare} />
        </Fact>
        {record.spot_number !== null && (
          <Fact label="Platz">
            <b className="number">{record.spot_number}</b>
            <Placing allowed={allowed} onOpen={setDialog} />
          </Fact>
        )}
        <Invitation record={record} />
        <Fact label="Karte">{DEPOSITS[record.deposit_state] ?? record.deposit_state}</Fact>
      </FactList>
      {dialog === 'change_share' && <ShareDialog record={record} onClose={close} />}
      {dialog === 'move_spot' && <MoveDialog record={record} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog record={record} onClose={close} />}
    </Section>
  )
}

/** Until when the household has to answer the invitation, or that it has. */
function Invitation({ record: { state, decide_by, decided_at } }: { record: Reservation }) {
  if (state !== 'invited' || !(decided_at ?? decide_by)) return null
  return (
    <Fact label="Antwort">
      {decided_at ? (
        <>
          Anteil festgelegt am <MomentField at={decided_at} />
        </>
      ) : (
        decide_by && (
          <>
            steht aus, Zeit bis <MomentField at={decide_by} />
          </>
        )
      )}
    </Fact>
  )
}

interface PlacingProps {
  allowed: ReadonlySet<string>
  onOpen: (dialog: string) => void
}

/** Another place, or the way back to one. */
function Placing({ allowed, onOpen }: PlacingProps) {
  if (allowed.has('move_spot'))
    return (
      <button
        type="button"
        className="text-button"
        aria-keyshortcuts="p"
        onClick={() => onOpen('move_spot')}
      >
        Platz wechseln
        <Key name="p" />
      </button>
    )
  if (!allowed.has('reopen')) return null
  return (
    <button type="button" className="text-button" onClick={() => onOpen('reopen')}>
      Wieder aufnehmen
    </button>
  )
}

interface OpeningProps {
  words: string
  name: string
  onOpen?: (() => void) | undefined
}

/** A value that is changed in a dialog. */
function Opening({ words, name, onOpen }: OpeningProps) {
  if (!onOpen) return <span>{words}</span>
  return (
    <button type="button" className="fact-value" aria-label={`${name}: ${words}`} onClick={onOpen}>
      {words}
    </button>
  )
}
