import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { formatDay, formatMomentShort } from '@/lib/format'
import { operationLabel } from '@/lib/operationWords'
import { berlinDay, householdName, shownState } from '@/lib/reservationWords'
import { stateWords } from '@/lib/states'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ParkName } from '@/ui/fields/ParkName'
import { Presence } from '@/ui/fields/Presence'
import { StateCell } from '@/ui/fields/StateMark'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import { RecordHead } from '@/ui/record/RecordPage'
import { OperationDialog } from '../../operations/OperationDialog'
import { isOfUse } from '../../operations/recordActions'
import type { OfferedOperation, Reservation } from '../../types'
import { useIsClerk } from '../../useRole'
import { dial } from '../timeline/dialled'
import { Contact } from './Contact'
import { DueLine, FollowUp } from './FollowUp'
import { type ContactState, contactAddress, useContact } from './useContact'

/** Whom one speaks to, where it stands and what is next. */
export function ReservationHead({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  return (
    <RecordHead
      title={householdName(record)}
      cell={<SpotCell record={record} />}
      line={<Line record={record} />}
      state={<Way record={record} />}
      actions={
        isClerk && (
          <>
            <Presence reservationId={record.id} />
            <Operations record={record} />
          </>
        )
      }
    >
      {isClerk && !record.erased_at && <Reach record={record} />}
    </RecordHead>
  )
}

function Line({ record }: { record: Reservation }) {
  return (
    <>
      {record.spot_number !== null && `Platz ${record.spot_number}, `}Solarpark{' '}
      <ParkName id={record.park} />
      {record.reference && (
        <span className="record-reference tabular">
          {record.reference} <CopyButton text={record.reference} what="Referenz" isQuiet />
        </span>
      )}
      <HeldNote record={record} />
    </>
  )
}

function Reach({ record }: { record: Reservation }) {
  const phone = useContact(record, 'phone')
  const email = useContact(record, 'email')
  useShortcut('t', () => phone.masked && phone.value === undefined && phone.show())
  return (
    <div className="record-reach">
      <Contact contact={phone} />
      <Contact contact={email} />
      <NextStep record={record} phone={phone} />
    </div>
  )
}

/** The number of a cancelled reservation is still kept for it during the undo window. */
function HeldNote({ record }: { record: Reservation }) {
  const { held_until, held_for } = record.spot
  if (held_until === null || held_for !== 'undo') return null
  return <small>Platz gehalten bis {formatMomentShort(held_until)}</small>
}

/** The place as a cell of the field, with its number. */
function SpotCell({ record }: { record: Reservation }) {
  if (record.spot_number === null) return null
  return (
    <svg className="record-spot" viewBox="0 0 64 44" width="64" height="44" aria-hidden="true">
      <path className="c-module" d="M0 0h64v44H0z" />
      <path className="record-spot-grid" d="M21.3 0v44M42.6 0v44M0 22h64" />
      <text className="record-spot-number" x="32" y="30" textAnchor="middle">
        {record.spot_number}
      </text>
    </svg>
  )
}

const WAY = ['reserved', 'invited', 'contracted', 'active']

/** Where the reservation stands on its way; one that has left it shows only where it ended. */
function Way({ record }: { record: Reservation }) {
  const { state, created_at } = record
  const at = WAY.indexOf(state)
  const steps = at < 0 ? [state] : WAY
  return (
    <ol className="record-way" aria-label="Weg der Reservierung">
      {steps.map((step, index) => {
        const isNow = step === state
        return (
          <li
            key={step}
            aria-current={isNow ? 'step' : undefined}
            data-ahead={index > at && !isNow}
          >
            <StateCell state={isNow ? shownState(record) : index > at ? 'free' : step} />
            <span>
              {stateWords(isNow ? shownState(record) : step)}
              {step === 'reserved' && <small>{formatDay(created_at)}</small>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** All that can be done with the reservation, behind one button and `x`. */
function Operations({ record }: { record: Reservation }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const close = () => setOpen(false)
  useShortcut('x', () => setOpen(true))
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog" aria-keyshortcuts="x">
        Vorgänge <Key name="x" />
      </Button>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="xs" aria-labelledby="operations">
        <DialogTitle id="operations">Vorgänge</DialogTitle>
        <DialogContent>
          <OperationList
            record={record}
            onChoose={(name) => {
              close()
              setChosen(name)
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>Schließen</Button>
        </DialogActions>
      </Dialog>
      {chosen && (
        <OperationDialog
          name={chosen}
          ids={[record.id]}
          version={record.version}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

/** These have a place of their own on the page. */
const ELSEWHERE = new Set(['add_tag', 'remove_tag', 'set_follow_up', 'merge'])

interface OperationListProps {
  record: Reservation
  onChoose: (name: string) => void
}

/** What can be done now, the usual next step first, and why the rest cannot. */
function OperationList({ record, onChoose }: OperationListProps) {
  const offered = record.operations.filter(
    ({ name }) => !ELSEWHERE.has(name) && isOfUse(name, record),
  )
  const isNext = ({ name }: OfferedOperation) => name === record.next_operation
  const allowed = offered.filter((operation) => operation.allowed)
  const inOrder = [...allowed.filter(isNext), ...allowed.filter((one) => !isNext(one))]
  return (
    <>
      {inOrder.length === 0 && <p className="muted">In diesem Stand ist nichts mehr zu tun.</p>}
      <div className="operations">
        {inOrder.map(({ name }) => (
          <Button key={name} onClick={() => onChoose(name)}>
            {operationLabel(name)}
          </Button>
        ))}
      </div>
      <Refused operations={offered.filter((operation) => !operation.allowed)} />
    </>
  )
}

function Refused({ operations }: { operations: OfferedOperation[] }) {
  if (operations.length === 0) return null
  return (
    <details className="not-possible">
      <summary>Nicht möglich</summary>
      <dl>
        {operations.map(({ name, refusal }) => (
          <div key={name}>
            <dt>{operationLabel(name)}</dt>
            <dd>{refusal}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** What is due, and the one yellow step: to call, where a day has come, else what the server says is next. */
function NextStep({ record, phone }: { record: Reservation; phone: ContactState }) {
  const { follow_up_on: on, next_operation: next } = record
  const [isDoing, setDoing] = useState(false)
  const isDue = on !== null && on <= berlinDay()
  return (
    <div className="next-step">
      {on !== null && <DueLine on={on} subject={record.follow_up_subject} />}
      {isDue && phone.masked ? (
        <Call phone={phone} />
      ) : (
        next && (
          <Button variant="contained" color="secondary" onClick={() => setDoing(true)}>
            {operationLabel(next)}
          </Button>
        )
      )}
      <FollowUp record={record} />
      {isDoing && next && (
        <OperationDialog
          name={next}
          ids={[record.id]}
          version={record.version}
          onClose={() => setDoing(false)}
        />
      )}
    </div>
  )
}

/** Shows the number, which is put on record, and hands it to whatever makes calls here. */
function Call({ phone }: { phone: ContactState }) {
  async function start() {
    const number = await phone.ask().catch(() => undefined) // what went wrong stands with the number
    if (number !== undefined) dial(contactAddress('phone', number))
  }
  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<Icon name="phone" size={16} />}
      disabled={phone.isPending}
      onClick={start}
    >
      Anrufen
    </Button>
  )
}
