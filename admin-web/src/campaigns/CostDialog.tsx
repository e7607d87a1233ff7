import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { berlinDay } from '@/fields/reservationWords'
import { formatDay, formatMoney } from '@/lib/format'
import { germanCents, typedEuros } from '@/lib/germanNumber'
import type { Campaign, Cost } from './campaign'

interface CostDialogProps {
  campaign: Campaign
  /** All of them, to say what an entry would replace. */
  costs: readonly Cost[]
  /** The one to change; `null`: a new one. */
  cost: Cost | null
  onClose: () => void
}

/** What a campaign cost on one day, entered by hand. A day has one amount: a second one replaces it. */
export function CostDialog({ campaign, costs, cost, onClose }: CostDialogProps) {
  const [day, setDay] = useState(cost?.day ?? berlinDay())
  const [euros, setEuros] = useState(cost ? typedEuros(cost.cents) : '')
  const [note, setNote] = useState(cost?.note ?? '')
  const { save, isRunning, problem, errors } = useCostSave(campaign, onClose)
  const replaced = costs.find((one) => one.day === day && one.id !== cost?.id)

  return (
    <Dialog open onClose={onClose} aria-labelledby="kostendialog" fullWidth maxWidth="xs">
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save(day, euros, note)
        }}
      >
        <DialogTitle id="kostendialog">{cost ? 'Betrag ändern' : 'Betrag eintragen'}</DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            label="Tag"
            type="date"
            value={day}
            disabled={cost !== null}
            onChange={(event) => setDay(event.target.value)}
            error={'day' in errors}
            helperText={errors.day}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            label="Betrag in €"
            value={euros}
            onChange={(event) => setEuros(event.target.value)}
            error={'cents' in errors}
            helperText={errors.cents}
            autoFocus
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
          />
          <TextField
            label="Notiz"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={'note' in errors}
            helperText={errors.note}
            slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
          />
          {replaced && (
            <p className="achtung" role="status">
              Am {formatDay(day)} stehen schon {formatMoney(replaced.cents)}. Speichern ersetzt sie.
            </p>
          )}
          {problem && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Speichern
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useCostSave(campaign: Campaign, onSaved: () => void) {
  const { run, isRunning, problem, fieldErrors } = useStaffChange('campaigns')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const notify = useNotify()

  async function save(day: string, euros: string, note: string) {
    const cents = germanCents(euros)
    const wrong: Record<string, string> = {}
    if (!day) wrong.day = 'Bitte wählen Sie einen Tag.'
    if (cents === null) wrong.cents = 'Bitte geben Sie einen Betrag ein, etwa 49,90.'
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const path = `campaigns/${campaign.id}/costs/${day}`
    if (!(await run('PUT', path, { cents, note: note.trim() }))) return
    notify('Der Betrag ist eingetragen.', { type: 'success' })
    onSaved()
  }

  const all = { ...fieldErrors, ...errors }
  return { save, isRunning, errors: all, problem: Object.keys(all).length > 0 ? null : problem }
}
