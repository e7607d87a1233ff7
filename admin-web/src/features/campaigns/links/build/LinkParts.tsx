import TextField from '@mui/material/TextField'
import type { Campaign } from '@/features/campaigns/campaign'
import { UtmInput } from '@/features/campaigns/edit/CampaignInputs'
import { UTM_FIELDS, UTM_WORDS, type UtmField } from '@/lib/utm'
import { TargetSelect } from '../TargetSelect'
import type { BuiltAddress } from '../useAddress'
import type { Parts } from './parts'

interface LinkPartsProps {
  parts: Parts
  campaigns: readonly Campaign[]
  built: BuiltAddress | undefined
  /** Why there can be no link, by field. */
  problems: Partial<Record<string, string>>
  onParts: (parts: Parts) => void
}

/** What the link is made of. A registered campaign fills its three values in. */
export function LinkParts({ parts, campaigns, built, problems, onParts }: LinkPartsProps) {
  const set = (name: keyof Parts, value: string) => onParts({ ...parts, [name]: value })
  const hintOf = (name: UtmField) => fieldHint(name, parts[name], built) ?? UTM_WORDS[name].hint
  return (
    <section className="sheet input-stack" aria-label="Bausteine">
      <CampaignChoice parts={parts} campaigns={campaigns} onParts={onParts} />
      <TargetSelect value={parts.path} onChange={(path) => set('path', path)} />
      {UTM_FIELDS.map((name) => (
        <UtmInput
          key={name}
          name={name}
          label={UTM_WORDS[name].label}
          value={parts[name]}
          problem={problems[name]}
          hint={hintOf(name)}
          onValue={(value) => set(name, value)}
        />
      ))}
      <TextField
        label="Empfehlungscode"
        value={parts.referral_code}
        error={problems.referral_code !== undefined}
        helperText={
          problems.referral_code ??
          built?.hints.find(({ field }) => field === 'referral_code')?.message ??
          'Wenn der Link von einem Haushalt oder Partner weitergegeben wird.'
        }
        onChange={(event) => set('referral_code', event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off', spellCheck: false } }}
      />
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

function CampaignChoice({ parts, campaigns, onParts }: Omit<LinkPartsProps, 'built' | 'problems'>) {
  const chosen = campaigns.find(
    (campaign) =>
      campaign.utm_source === parts.utm_source &&
      campaign.utm_medium === parts.utm_medium &&
      campaign.utm_campaign === parts.utm_campaign,
  )
  return (
    <TextField
      label="Kampagne übernehmen"
      select
      value={chosen ? String(chosen.id) : ''}
      onChange={({ target }) => {
        const campaign = campaigns.find(({ id }) => String(id) === target.value)
        if (campaign) onParts({ ...parts, ...partsOf(campaign) })
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
