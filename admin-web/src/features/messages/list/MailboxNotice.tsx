import Button from '@mui/material/Button'
import { staffPath } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatMomentShort, formatSize } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'

/** What the inbox lacks: why the mailbox cannot be read, and the mails in it that could not be. */
export function MailboxNotice() {
  const { data } = useStaffQuery('/api/staff/mailbox')
  if (!data || !(data.error || data.refusal_count > 0)) return null
  return (
    <section className="mailbox-notice" aria-label="Postfach">
      {data.error && (
        <p>
          <b className="due">Es kommen keine Mails an{sinceWords(data.failing_since)}.</b>{' '}
          {data.error}
        </p>
      )}
      {data.refusal_count > 0 && <Unreadable mailbox={data} />}
    </section>
  )
}

const sinceWords = (since: string | null): string =>
  since ? `, seit ${formatMomentShort(since)}` : ''

/** Each can be saved as it came, and is settled by the clerk who dealt with it. */
function Unreadable({ mailbox: { refusal_count: count, refusals } }: { mailbox: Mailbox }) {
  const { run, isRunning, problem } = useStaffChange('mailbox')
  const settle = (id: number) =>
    run('post', '/api/staff/mailbox/refusals/{refusal_id}/settle', {
      params: { path: { refusal_id: id } },
    })
  return (
    <details>
      <summary>
        <b className="due">{counted(count, 'Eine Mail ließ', 'Mails ließen')} sich nicht lesen.</b>{' '}
        Ansehen
      </summary>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {refusals.map(({ id, reason, size_bytes, received_at }) => (
          <li key={id}>
            <MomentField at={received_at} isShort /> <span>{reason}</span>{' '}
            <a href={staffPath('mailbox', 'refusals', id)} download>
              Speichern <small className="muted">EML, {formatSize(size_bytes)}</small>
            </a>
            <Button size="small" disabled={isRunning} onClick={() => settle(id)}>
              Erledigt
              <span className="visually-hidden">: Mail von {formatMomentShort(received_at)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Mailbox = Schemas['MailboxOut']
