import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { formatDay } from '@/lib/format'
import { useSession } from '@/session/session'
import type { Recipient, Schedule } from '../schedule'
import { capitalised } from '../words'

/** Who gets it: colleagues by name, addresses outside with who answers for them and until when. */
export function Whom({ schedule: { id, whom } }: { schedule: Schedule }) {
  const isAdmin = useSession()?.account.role === 'admin'
  const { run, isRunning, problem } = useStaffChange('report-schedules', 'alerts')
  const notify = useNotify()

  async function confirm({ id: recipient, address }: Recipient) {
    const params = { path: { schedule_id: id, recipient_id: recipient } }
    const path = '/api/staff/report-schedules/{schedule_id}/recipients/{recipient_id}/confirm'
    if (await run('post', path, { params }))
      notify(`${address} bekommt den Bericht ein weiteres Jahr.`, { type: 'success' })
  }

  return (
    <>
      <ul className="sent-to" aria-label="Empfänger dieses Berichts">
        {whom.map((recipient) => (
          <li key={recipient.id} data-without={recipient.left_out !== null || undefined}>
            <span>{recipient.name ?? recipient.address}</span>
            {recipient.name && <small>{recipient.address}</small>}
            {recipient.is_outside && <Outside recipient={recipient} />}
            {recipient.left_out && (
              <span className="schedule-reason">Bekommt nichts: {recipient.left_out}</span>
            )}
            {isAdmin && isUnclaimed(recipient) && (
              <Button
                size="small"
                variant={recipient.state === 'entitled' ? 'text' : 'outlined'}
                disabled={isRunning}
                aria-label={`${recipient.address} ${confirmWords(recipient)}`}
                onClick={() => void confirm(recipient)}
              >
                {capitalised(confirmWords(recipient))}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

/** Outside, and no colleague's by now: then an admin has to answer for it. */
const isUnclaimed = ({ is_outside, name }: Recipient): boolean => is_outside && name === null

const confirmWords = ({ confirmed_at }: Recipient): string =>
  confirmed_at ? 'für ein weiteres Jahr bestätigen' : 'für ein Jahr bestätigen'

function Outside({ recipient }: { recipient: Recipient }) {
  const { entered_at, entered_by_name, confirmed_at, confirmed_by_name, confirmed_until } =
    recipient
  const entered = actWords('eingetragen', entered_by_name, entered_at)
  const confirmed = confirmed_at && actWords('bestätigt', confirmed_by_name, confirmed_at)
  const isAgain = confirmed_at !== entered_at
  return (
    <>
      <small>Außerhalb, {entered}</small>
      {confirmed && isAgain && <small>Zuletzt {confirmed}</small>}
      {confirmed_until && !recipient.left_out && (
        <small>Gilt bis {formatDay(confirmed_until)}</small>
      )}
    </>
  )
}

/** „eingetragen von Miriam Falk am 03.11.2026“. */
const actWords = (act: string, by: string | null, at: string): string =>
  `${act}${by ? ` von ${by}` : ''} am ${formatDay(at)}`
