import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import type { ReferralCode } from './referral'

const FIELDS = {
  partner_name: { label: 'Name der Organisation', hint: 'Ein Verein, ein Betrieb, eine Gemeinde.' },
  code: {
    label: 'Wunschcode',
    hint: 'Leer lassen: Wir wählen einen, der sich gut vorlesen lässt.',
  },
  note: { label: 'Notiz', hint: 'Bitte keine Namen von Personen.' },
} as const
type Field = keyof typeof FIELDS

/** A code for an organisation that recommends us. */
export function PartnerDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Record<Field, string>>({ partner_name: '', code: '', note: '' })
  const { run, isRunning, problem, fieldErrors, refusal } = useStaffChange(
    'referrals',
    'referrals/codes',
  )
  const errors: Partial<Record<string, string>> =
    refusal?.code === 'code_taken' ? { code: problem ?? '' } : fieldErrors
  const notify = useNotify()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { code, ...rest } = form
    const body = { ...rest, ...(code.trim() && { code: code.trim() }) }
    const made = await run<ReferralCode>('POST', 'referrals/codes', body)
    if (!made) return
    notify(`Der Code ${made.code} für ${made.partner_name} ist angelegt.`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="partnercode" fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="partnercode">Partner-Code anlegen</DialogTitle>
        <DialogContent className="eingaben">
          {(Object.keys(FIELDS) as Field[]).map((name) => (
            <TextField
              key={name}
              label={FIELDS[name].label}
              value={form[name]}
              error={name in errors}
              helperText={errors[name] ?? FIELDS[name].hint}
              autoFocus={name === 'partner_name'}
              onChange={({ target }) => setForm({ ...form, [name]: target.value })}
              slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
            />
          ))}
          {problem && Object.keys(errors).length === 0 && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isRunning || !form.partner_name.trim()}
          >
            Anlegen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
