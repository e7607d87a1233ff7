import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { formatNumber } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'
import { LeftOut } from './LeftOut'
import { RefuseDialog } from './RefuseDialog'
import { type OperationRequest, personOf, RENEWED, settledWords, titleOf } from './request'

/** What waits for a second person, with what it does as of now. */
export function RequestCard({ request }: { request: OperationRequest }) {
  const [isRefusing, setRefusing] = useState(false)
  const { is_own, allowed, consequences, reason } = request
  return (
    <Section name={`request-${request.id}`} title={titleOf(request)}>
      <p className="flush">
        Vorgelegt von {is_own ? 'Ihnen' : personOf(request.asked_by_name)},{' '}
        <MomentField at={request.asked_at} isShort />. Verfällt{' '}
        <MomentField at={request.expires_at} isShort />.
      </p>
      {reason && <p className="flush">Grund: {reason}</p>}
      <ul className="consequences approval-effects">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {allowed === 0 && <p className="flush">Bei keiner dieser Reservierungen geht das noch.</p>}
      <LeftOut request={request} />
      <div className="approval-buttons">
        {is_own ? (
          <p className="flush muted">Freigeben kann das nur eine zweite Person.</p>
        ) : (
          <Approve request={request} />
        )}
        <Button onClick={() => setRefusing(true)}>{is_own ? 'Zurückziehen' : 'Ablehnen'}</Button>
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
    if (done) notify(settledWords(done), { type: 'success' })
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
