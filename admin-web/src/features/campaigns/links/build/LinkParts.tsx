import TextField from '@mui/material/TextField'
import type { Campaign } from '@/features/campaigns/campaign'
import { UtmInput } from '@/features/campaigns/edit/CampaignInputs'
import { UTM_FIELDS, UTM_WORDS, type UtmField } from '@/lib/utm'
import { EditForm } from '@/ui/form/EditForm'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import type { Edit } from '@/ui/form/useEdit'
import { targetChoices } from '../targets'
import type { BuiltAddress } from '../useAddress'
import type { Parts } from './parts'

interface LinkPartsProps {
  edit: Edit<Parts, Parts, Parts>
  campaigns: readonly Campaign[]
  built: BuiltAddress | undefined
  /** Why there can be no link, by field. */
  problems: Partial<Record<string, string>>
}

/** What the link is made of. A registered campaign fills its three values in. */
export function LinkParts({ edit, campaigns, built, problems }: LinkPartsProps) {
  const parts = edit.form
  const told = (name: UtmField | 'referral_code', hint: string) => ({
    source: name,
    error: problems[name] !== undefined,
    hint: problems[name] ?? hint,
  })
  return (
    <section className="sheet" aria-label="Bausteine">
      <EditForm edit={edit} schema="AddressIn" className="input-stack">
        <CampaignChoice edit={edit} campaigns={campaigns} />
        <SelectInput source="path" label="Zielseite" choices={targetChoices(parts.path)} />
        {UTM_FIELDS.map((name) => (
          <UtmInput
            key={name}
            {...told(name, fieldHint(name, parts[name], built) ?? UTM_WORDS[name].hint)}
            source={name}
          />
        ))}
        <TextInput
          {...told(
            'referral_code',
            built?.hints.find(({ field }) => field === 'referral_code')?.message ??
              'Wenn der Link von einem Haushalt oder Partner weitergegeben wird.',
          )}
          label="Empfehlungscode"
          html={{ spellCheck: false }}
        />
      </EditForm>
    </section>
  )
}

/** What stands in the link instead of what was typed, and why; or what else there is to say. */
function fieldHint(name: UtmField, typed: string, built: BuiltAddress | undefined): string | null {
  const value = built?.canonical[name]
  const words = built?.hints.find(({ field }) => field === name)?.message
  const reason = words?.replace(`${UTM_WORDS[name].label}: `, '')
  if (!typed.trim() || !value || value === typed) return reason ?? null
  return `Im Link steht „${value}“. ${reason ?? ''}`.trim()
}

function CampaignChoice({ edit, campaigns }: Pick<LinkPartsProps, 'edit' | 'campaigns'>) {
  const { utm_source, utm_medium, utm_campaign } = edit.form
  const chosen = campaigns.find(
    (campaign) =>
      campaign.utm_source === utm_source &&
      campaign.utm_medium === utm_medium &&
      campaign.utm_campaign === utm_campaign,
  )
  return (
    <TextField
      label="Kampagne übernehmen"
      select
      value={chosen ? String(chosen.id) : ''}
      onChange={({ target }) => {
        const campaign = campaigns.find(({ id }) => String(id) === target.value)
        if (campaign) edit.type(partsOf(campaign))
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">keine, ich schreibe selbst</option>
      {campaigns.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  )
}

const partsOf = ({ landing_path, utm_source, utm_medium, utm_campaign }: Campaign) => ({
  path: landing_path,
  utm_source,
  utm_medium,
  utm_campaign,
})
