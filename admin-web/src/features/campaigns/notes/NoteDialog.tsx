import { useStaffQuery } from '@/api/useStaffQuery'
import { berlinDay } from '@/lib/reservationWords'
import type { ChartNote } from '@/ui/drawing/notesByColumn'
import { EditDialog } from '@/ui/form/EditDialog'
import { SelectInput, TextInput } from '@/ui/form/inputs'

interface NoteDialogProps {
  /** The one to change; `null`: a new one. */
  note: ChartNote | null
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
      }}
      check={({ day, text }) => ({
        day: !day && 'Bitte wählen Sie einen Tag.',
        text: !text && 'Bitte schreiben Sie, was an diesem Tag war.',
      })}
      save={(call, { campaign, ...values }) => {
        const body = { ...values, campaign_id: campaign ? Number(campaign) : null }
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
        </>
      )}
    </EditDialog>
  )
}

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
