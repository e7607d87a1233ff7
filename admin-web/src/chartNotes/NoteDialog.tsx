import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Campaign } from '@/campaigns/campaign'
import type { ListAnswer } from '@/dataProvider/dataProvider'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { useStaffQuery } from '@/dataProvider/useStaffQuery'
import { berlinDay } from '@/fields/reservationWords'
import { type ChartNote, type NoteForm, readNote } from './note'

interface NoteDialogProps {
  /** The one to change; `null`: a new one. */
  note: ChartNote | null
  /** Whose charts a new one belongs to; `null`: all. */
  campaignId: number | null
  onClose: () => void
}

export function NoteDialog({ note, campaignId, onClose }: NoteDialogProps) {
  const [form, setForm] = useState<NoteForm>({
    day: note?.day ?? berlinDay(),
    text: note?.text ?? '',
    campaign: String((note ? note.campaign_id : campaignId) ?? ''),
  })
  const { save, isRunning, problem, errors } = useNoteSave(note, onClose)
  const field = (name: keyof NoteForm) => ({
    value: form[name],
    error: errors[name] !== undefined,
    helperText: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setForm({ ...form, [name]: target.value }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    void save(form)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="anmerkungsdialog" fullWidth maxWidth="xs">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="anmerkungsdialog">
          {note ? 'Anmerkung ändern' : 'Anmerkung eintragen'}
        </DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            {...field('day')}
            label="Tag"
            type="date"
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            {...field('text')}
            label="Was war an diesem Tag?"
            autoFocus
            slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
          />
          <CampaignSelect {...field('campaign')} />
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

function CampaignSelect(props: { value: string; onChange: (event: never) => void }) {
  const { data } = useStaffQuery<ListAnswer<Campaign>>('campaigns?per_page=100&archived=all')
  const campaigns = data?.data ?? []
  const isKnown = props.value === '' || campaigns.some(({ id }) => String(id) === props.value)
  return (
    <TextField {...props} label="Zu sehen" select slotProps={{ select: { native: true } }}>
      <option value="">in allen Kampagnen</option>
      {!isKnown && <option value={props.value}>in dieser Kampagne</option>}
      {campaigns.map(({ id, name }) => (
        <option key={id} value={id}>
          nur in: {name}
        </option>
      ))}
    </TextField>
  )
}

function useNoteSave(note: ChartNote | null, onSaved: () => void) {
  const { run, isRunning, problem, fieldErrors } = useStaffChange('notes', 'campaigns')
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({})
  const notify = useNotify()

  async function save(form: NoteForm) {
    const { values, problems } = readNote(form)
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    const saved = note
      ? await run('PATCH', `notes/${note.id}`, values)
      : await run('POST', 'notes', values)
    if (!saved) return
    notify('Die Anmerkung ist gespeichert.', { type: 'success' })
    onSaved()
  }

  const errors: Partial<Record<string, string>> = { ...fieldErrors, ...wrong }
  return { save, isRunning, errors, problem: Object.keys(errors).length > 0 ? null : problem }
}
