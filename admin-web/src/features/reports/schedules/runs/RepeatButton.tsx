import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import type { ScheduledRun } from '../schedule'

/** Computes what failed again: nobody has got anything of it. */
export function RepeatButton({ run: { id } }: { run: ScheduledRun }) {
  const { run, isRunning, problem } = useStaffChange('report-schedules', 'report-deliveries')
  const notify = useNotify()
  async function repeat() {
    const params = { path: { run_id: id } }
    if (await run('post', '/api/staff/report-deliveries/{run_id}/repeat', { params }))
      notify('Wird noch einmal gerechnet und dann gesendet.', {
        type: 'success',
      })
  }
  return (
    <>
      <Button size="small" disabled={isRunning} onClick={() => void repeat()}>
        Wiederholen
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
