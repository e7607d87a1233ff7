import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { Job } from './job'

const LONGEST = 300

/** Asks why a job is to be kept from running; the next administrator reads it. */
export function PauseDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { run, check, isRunning, problem, errors } = useFormChange(['jobs'])
  const notify = useNotify()

  async function submit() {
    const reason = typed.trim()
    if (!check(reason ? {} : { reason: 'Bitte nennen Sie einen Grund.' })) return
    const params = { path: { name: job.name } }
    if (!(await run('post', '/api/staff/jobs/{name}/pause', { params, body: { reason } }))) return
    notify(`„${job.title}“ ist angehalten.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${job.title} anhalten`}
      button="Anhalten"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="flush">
        Ab sofort beginnt nichts mehr nach Plan. Was schon läuft, endet noch. Was in der Pause an
        der Reihe wäre, wird später nicht nachgeholt.
      </p>
      <TextInput
        label="Grund"
        value={typed}
        problem={errors.reason}
        hint="Für alle, die sich wundern, dass nichts geschieht."
        autoFocus
        multiline
        minRows={2}
        onValue={setTyped}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
    </FormDialog>
  )
}
