import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { type Job, schedulePath } from './job'
import { PauseDialog } from './PauseDialog'

interface JobActionsProps {
  job: Job
  isBusy: boolean
  onRun: () => void
}

/**
 * Run once now, and keep from running or let run again. A report that arrives has its own page for
 * that, which also says whom it would reach.
 */
export function JobActions({ job, isBusy, onRun }: JobActionsProps) {
  const [isPausing, setPausing] = useState(false)
  const { run, isRunning, problem } = useStaffChange('jobs')
  const notify = useNotify()

  async function resume() {
    const params = { path: { name: job.name } }
    if (!(await run('post', '/api/staff/jobs/{name}/resume', { params }))) return
    notify(`„${job.title}“ läuft wieder nach Plan.`, { type: 'success' })
  }

  const schedule = schedulePath(job.name)
  return (
    <>
      <p className="buttons">
        {schedule && (
          <Button component={Link} to={schedule} variant="contained">
            Zum Zeitplan
          </Button>
        )}
        {job.kind === 'slotted' && (
          <Button
            variant="contained"
            // It keeps the focus, so that a screen reader announces what became of it.
            aria-disabled={isBusy}
            onClick={() => !isBusy && onRun()}
          >
            Jetzt ausführen
          </Button>
        )}
        {(!schedule || job.paused) && (
          // One button for both, so that the focus has somewhere to return to.
          <Button
            disabled={isRunning}
            onClick={() => (job.paused ? void resume() : setPausing(true))}
          >
            {job.paused ? 'Fortsetzen' : 'Anhalten'}
          </Button>
        )}
      </p>
      {problem && (
        <p role="alert" className="error-word flush">
          {problem}
        </p>
      )}
      {isPausing && <PauseDialog job={job} onClose={() => setPausing(false)} />}
    </>
  )
}
