import { useStaffQuery } from '@/api/useStaffQuery'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import { type Note, SENDINGS } from './SendingEffect'

interface NoteDialogProps {
  /** The one to change; `null`: a new one. */
  note: Note | null
  /** Whose charts a new one belongs to; `null`: all. */
  campaignId: number | null
  onClose: () => void
}

export function NoteDialog({ note, campaignId, onClose }: NoteDialogProps) {
  return (
    <EditDialog
      title={note ? 'Anmerkung ändern' : 'Anmerkung eintragen'}
      button="Speichern"
      schema="NoteIn"
      start={{
        day: note?.day ?? berlinDay(),
        text: note?.text ?? '',
        campaign: String((note ? note.campaign_id : campaignId) ?? ''),
        kind: note?.kind ?? '',
        hour: String(note?.hour ?? ''),
        audience: String(note?.audience ?? ''),
      }}
      check={({ day, text }) => ({
        day: !day && 'Bitte wählen Sie einen Tag.',
        text: !text && 'Bitte schreiben Sie, was an diesem Tag war.',
      })}
      save={(call, form) => {
        const body = bodyOf(form)
        return note
          ? call('patch', '/api/staff/notes/{note_id}', {
              params: { path: { note_id: note.id } },
              body,
            })
          : call('post', '/api/staff/notes', { body })
      }}
      renews={['notes', 'campaigns']}
      done="Die Anmerkung ist gespeichert."
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <TextInput source="day" label="Tag" type="date" />
          <TextInput source="text" label="Was war an diesem Tag?" autoFocus />
          <CampaignSelect chosen={form.campaign} />
          <SendingInputs isSending={form.kind !== ''} />
        </>
      )}
    </EditDialog>
  )
}

interface NoteForm {
  day: string
  text: string
  campaign: string
  kind: string
  hour: string
  audience: string
}

function bodyOf({ day, text, campaign, kind, hour, audience }: NoteForm) {
  const number = (typed: string) => (kind && typed.trim() ? Number(typed) : null)
  return {
    day,
    text,
    campaign_id: campaign ? Number(campaign) : null,
    kind: (kind || null) as Note['kind'],
    hour: number(hour),
    audience: number(audience),
  }
}

const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, `${hour} Uhr`] as const)

/** What makes a note a sending: its hours are compared with the same of the weeks before. */
const SendingInputs = ({ isSending }: { isSending: boolean }) => (
  <>
    <SelectInput
      source="kind"
      label="Wurde etwas verschickt oder gesendet?"
      choices={[['', 'nein'], ...Object.entries(SENDINGS)]}
    />
    {isSending && (
      <>
        <SelectInput
          source="hour"
          label="Ab wann?"
          choices={[['', 'im Lauf des Tages'], ...HOURS]}
        />
        <TextInput
          source="audience"
          label="An wie viele? (freiwillig)"
          html={{ inputMode: 'numeric' }}
        />
      </>
    )}
  </>
)

function CampaignSelect({ chosen }: { chosen: string }) {
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'all' } },
  })
  const campaigns = data?.data ?? []
  const isKnown = chosen === '' || campaigns.some(({ id }) => String(id) === chosen)
  return (
    <SelectInput
      source="campaign"
      label="Zu sehen"
      choices={[
        ['', 'in allen Kampagnen'],
        ...(isKnown ? [] : [[chosen, 'in dieser Kampagne'] as const]),
        ...campaigns.map(({ id, name }) => [id, `nur in: ${name}`] as const),
      ]}
    />
  )
}
