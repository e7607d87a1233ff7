import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import type { RunPart } from '../schedule'

/** Computes what failed again, for the recipients who got nothing because of it. */
export function RepeatButton({ run: { id } }: { run: RunPart }) {
  const { run, isRunning, problem } = useStaffChange('report-schedules', 'report-deliveries')
  const notify = useNotify()
  async function repeat() {
    const params = { path: { run_id: id } }
    if (await run('post', '/api/staff/report-deliveries/{run_id}/repeat', { params }))
      notify('Wird noch einmal gerechnet. Nur wer nichts bekam, bekommt es jetzt.', {
        type: 'success',
      })
  }
  return (
    <>
      <Button size="small" disabled={isRunning} onClick={() => void repeat()}>
        Für diese Empfänger wiederholen
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
