import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { berlinDay } from '@/lib/reservationWords'
import type { ChartNote } from '@/ui/drawing/notesByColumn'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { type NoteForm, readNote } from './note'

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
    problem: errors[name],
    onValue: (value: string) => setForm({ ...form, [name]: value }),
  })
  return (
    <FormDialog
      title={note ? 'Anmerkung ändern' : 'Anmerkung eintragen'}
      button="Speichern"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={() => save(form)}
    >
      <TextInput
        {...field('day')}
        label="Tag"
        type="date"
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        {...field('text')}
        label="Was war an diesem Tag?"
        autoFocus
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
      />
      <CampaignSelect {...field('campaign')} />
    </FormDialog>
  )
}

interface CampaignSelectProps {
  value: string
  problem: string | undefined
  onValue: (campaign: string) => void
}

function CampaignSelect(props: CampaignSelectProps) {
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'all' } },
  })
  const campaigns = data?.data ?? []
  const isKnown = props.value === '' || campaigns.some(({ id }) => String(id) === props.value)
  return (
    <TextInput
      {...props}
      label="Zu sehen"
      select
      // „in allen“ is the empty value, and yet it stands there.
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">in allen Kampagnen</option>
      {!isKnown && <option value={props.value}>in dieser Kampagne</option>}
      {campaigns.map(({ id, name }) => (
        <option key={id} value={id}>
          nur in: {name}
        </option>
      ))}
    </TextInput>
  )
}

function useNoteSave(note: ChartNote | null, onSaved: () => void) {
  const { run, check, ...change } = useFormChange(['notes', 'campaigns'])
  const notify = useNotify()

  async function save(form: NoteForm) {
    const { values, problems } = readNote(form)
    if (!check(problems)) return
    const saved = note
      ? await run('patch', '/api/staff/notes/{note_id}', {
          params: { path: { note_id: note.id } },
          body: values,
        })
      : await run('post', '/api/staff/notes', { body: values })
    if (!saved) return
    notify('Die Anmerkung ist gespeichert.', { type: 'success' })
    onSaved()
  }

  return { save, ...change }
}
