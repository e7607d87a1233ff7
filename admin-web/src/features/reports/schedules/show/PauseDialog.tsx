import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { QuestionDialog } from '@/ui/form/QuestionDialog'

interface PauseDialogProps {
  isRunning: boolean
  problem: string | null
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Why it shall not come for now: everybody who looks for it reads that. */
export function PauseDialog({ onConfirm, ...dialog }: PauseDialogProps) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = isChecked && reason.trim() === ''
  function confirm() {
    setChecked(true)
    if (reason.trim()) onConfirm(reason.trim())
  }
  return (
    <QuestionDialog {...dialog} title="Bericht anhalten" button="Anhalten" onConfirm={confirm}>
      <p>Bis Sie ihn weiterlaufen lassen, kommt er nicht. Nachgeholt wird davon nichts.</p>
      <TextField
        label="Grund"
        fullWidth
        autoFocus
        value={reason}
        error={isMissing}
        helperText={isMissing ? 'Bitte nennen Sie den Grund.' : 'Steht in der Liste.'}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 300, autoComplete: 'off' } }}
      />
    </QuestionDialog>
  )
}
