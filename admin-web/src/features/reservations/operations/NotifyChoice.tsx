import TextField from '@mui/material/TextField'
import { sending } from '@/session/mailWords'
import { RadioChoice } from '@/ui/form/RadioChoice'

/** Whether the household is told, and why not. */
export interface Notifying {
  notify: boolean
  untold_reason: string
}

export const NOTIFYING: Notifying = { notify: true, untold_reason: '' }

interface NotifyChoiceProps {
  value: Notifying
  onChange: (value: Notifying) => void
  problem?: string | undefined
}

const options = () =>
  [
    { name: 'mail', label: 'Mail', meaning: sending('Geht in zehn Minuten hinaus.') },
    { name: 'none', label: 'Nicht', meaning: 'Etwa, weil Sie schon telefoniert haben.' },
  ] as const

/** „Haushalt benachrichtigen“: by mail, or not, for a reason that the history keeps. */
export function NotifyChoice({ value, onChange, problem }: NotifyChoiceProps) {
  return (
    <>
      <RadioChoice
        legend="Haushalt benachrichtigen"
        value={value.notify ? 'mail' : 'none'}
        options={options()}
        onChange={(choice) => onChange({ ...value, notify: choice === 'mail' })}
      />
      {!value.notify && (
        <TextField
          label="Warum nicht"
          required
          value={value.untold_reason}
          error={problem !== undefined}
          helperText={problem ?? 'Steht danach im Verlauf der Reservierung.'}
          onChange={({ target }) => onChange({ ...value, untold_reason: target.value })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </>
  )
}
