import { UTM_WORDS } from '@/lib/utm'
import { EditDialog } from '@/ui/form/EditDialog'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import type { Campaign, ShortLink } from '../campaign'
import { targetChoices } from './targets'

export type NewLink = Pick<ShortLink, 'slug' | 'target_path' | 'utm_term' | 'utm_content'>

interface LinkDialogProps {
  campaign: Pick<Campaign, 'id' | 'name' | 'landing_path'>
  /** What has been typed elsewhere already. */
  start?: Partial<NewLink>
  onClose: () => void
  onCreated?: (link: ShortLink) => void
}

/** A short link of a campaign. Without a wish the server invents a short readable address. */
export function LinkDialog({ campaign, start, onClose, onCreated }: LinkDialogProps) {
  return (
    <EditDialog
      title={`Kurzlink: ${campaign.name}`}
      button="Anlegen"
      schema="LinkIn"
      start={{ ...emptyLink(campaign), ...start }}
      save={(call, body) =>
        call('post', '/api/staff/campaigns/{campaign_id}/links', {
          params: { path: { campaign_id: campaign.id } },
          body,
        })
      }
      renews={['campaigns']}
      codes={{ slug_taken: 'slug' }}
      done={({ slug }) => `Der Kurzlink /l/${slug} ist angelegt.`}
      onSaved={(link) => {
        if (link) onCreated?.(link)
        onClose()
      }}
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <TextInput
            source="slug"
            label="Wunsch nach /l/"
            hint="Leer lassen: Wir wählen etwas Kurzes, gut Lesbares."
            autoFocus
            html={{ spellCheck: false }}
          />
          <SelectInput
            source="target_path"
            label="Zielseite"
            choices={targetChoices(form.target_path)}
          />
          <TextInput
            source="utm_content"
            label={UTM_WORDS.utm_content.label}
            hint="Etwa plakat oder flyer, wenn es mehrere gibt."
          />
          <TextInput
            source="utm_term"
            label={UTM_WORDS.utm_term.label}
            hint={UTM_WORDS.utm_term.hint}
          />
        </>
      )}
    </EditDialog>
  )
}

const emptyLink = ({ landing_path }: Pick<Campaign, 'landing_path'>): NewLink => ({
  slug: '',
  target_path: landing_path || '/',
  utm_term: '',
  utm_content: '',
})
