import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { type Park, parkTitle } from '@/ui/park/capacity'

/** Takes a confirmation back as long as no mail has gone out. */
export function TakeBackDialog({ park, onClose }: { park: Park; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { run, isRunning, problem } = useStaffChange('parks', 'today', 'mails')
  const notify = useNotify()

  async function submit() {
    const params = { path: { park: park.id } }
    const body = { reason: reason.trim() }
    if (!(await run('post', '/api/staff/parks/{park}/confirmation/take-back', { params, body })))
      return
    notify('Zurückgenommen. Es geht keine Mail hinaus.', { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`Bestätigung zurücknehmen: ${parkTitle(park)}`}
      button="Zurücknehmen"
      isBlocked={isRunning || !reason.trim()}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ul className="consequences">
        <li>Die Mails werden zurückgezogen. Ist eine schon hinausgegangen, bleibt alles.</li>
        <li>Auf der Website steht wieder die vorige Auskunft.</li>
      </ul>
      <TextInput
        label="Grund"
        hint="Steht im Verlauf des Parks."
        required
        value={reason}
        onValue={setReason}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
