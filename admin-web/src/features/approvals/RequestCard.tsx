import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { counted, formatNumber } from '@/lib/format'
import { reservationsPath } from '@/lib/reservationsPath'
import { StateMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { Section } from '@/ui/page/Section'
import { UndoNotice } from '@/ui/page/UndoNotice'
import { LeftOut } from './LeftOut'
import { RefuseDialog } from './RefuseDialog'
import { type OperationRequest, personOf, RENEWED, settledWords, titleOf } from './request'

/** What waits for a second person, with what it does as of now. */
export function RequestCard({ request }: { request: OperationRequest }) {
  const [isRefusing, setRefusing] = useState(false)
  const { is_own, may_decide, allowed, consequences, reason } = request
  return (
    <Section name={`request-${request.id}`} title={titleOf(request)}>
      <p className="flush">
        Vorgelegt von {is_own ? 'Ihnen' : personOf(request.asked_by_name)},{' '}
        <MomentField at={request.asked_at} isShort />. Verfällt{' '}
        <MomentField at={request.expires_at} isShort />.
      </p>
      {reason && <p className="flush">Grund: {reason}</p>}
      <ConsequenceList sentences={consequences} className="approval-effects" />
      {allowed === 0 && <p className="flush">Bei keiner dieser Reservierungen geht das noch.</p>}
      <LeftOut request={request} />
      <Affected request={request} />
      <div className="approval-buttons">
        {is_own || !may_decide ? (
          <p className="flush muted">
            {may_decide
              ? 'Freigeben kann das nur eine zweite Person.'
              : 'Freigeben kann das nur jemand mit der Rolle Administration.'}
          </p>
        ) : (
          <Approve request={request} />
        )}
        {may_decide && (
          <Button onClick={() => setRefusing(true)}>{is_own ? 'Zurückziehen' : 'Ablehnen'}</Button>
        )}
      </div>
      {isRefusing && <RefuseDialog request={request} onClose={() => setRefusing(false)} />}
    </Section>
  )
}

function Approve({ request }: { request: OperationRequest }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const notify = useNotify()
  async function approve() {
    const done = await run('post', '/api/staff/operation-requests/{id}/approve', {
      params: { path: { id: request.id } },
    })
    if (!done) return
    notify(
      <UndoNotice words={settledWords(done)} operationId={done.undo?.operation_id ?? null} />,
      { autoHideDuration: 10_000 },
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        disabled={request.allowed === 0}
        aria-disabled={isRunning}
        onClick={() => !isRunning && void approve()}
      >
        {isRunning ? 'Wird ausgeführt' : `Freigeben (${formatNumber(request.allowed)})`}
      </Button>
      {problem && (
        <p role="alert" className="error-text flush">
          {problem}
        </p>
      )}
    </>
  )
}

/** Whom it is about, by place, and what was changed of them since it was asked for: that stands first. */
function Affected({ request: { affected } }: { request: OperationRequest }) {
  const changed = affected.filter((one) => one.changed)
  return (
    <>
      {changed.length > 0 && (
        <div className="approval-changed">
          <p className="flush">
            <b>Seit der Vorlage geändert ({formatNumber(changed.length)}):</b>
          </p>
          <ul>
            {changed.map((one) => (
              <li key={one.id}>
                <Link to={`/reservations/${one.id}/show`}>{one.name}</Link>, Platz {one.spot_number}
                : {one.changed}
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="disclosure approval-people">
        <summary>{counted(affected.length, 'Ein Haushalt', 'Haushalte')} mit Namen</summary>
        <ul>
          {affected.map((one) => (
            <li key={one.id}>
              <Link to={`/reservations/${one.id}/show`}>{one.name}</Link>{' '}
              <span className="muted tabular">Platz {one.spot_number}</span>{' '}
              <StateMark state={one.state} />
            </li>
          ))}
        </ul>
      </details>
      <p className="flush">
        <Link to={reservationsPath({ ids: affected.map(({ id }) => id).join(',') })}>
          Als Liste der Reservierungen zeigen
        </Link>
      </p>
    </>
  )
}
