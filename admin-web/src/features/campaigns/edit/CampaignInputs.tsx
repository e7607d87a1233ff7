import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { UTM_WORDS, type UtmField } from '@/lib/utm'
import { SelectInput, TextInput, type TextInputProps } from '@/ui/form/inputs'
import { CAMPAIGN_FIELDS, type Campaign, type CampaignForm, campaignPath } from '../campaign'
import { targetChoices } from '../links/targets'
import { useAddress } from '../links/useAddress'

interface CampaignInputsProps {
  form: CampaignForm
  /** The campaign being edited, which may have its own values. */
  ownId?: number
}

const TRIPLE = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** The fields of a campaign, with what the server makes of its three values. */
export function CampaignInputs({ form, ownId }: CampaignInputsProps) {
  const { landing_path, utm_source, utm_medium, utm_campaign } = form
  const { built } = useAddress(
    { path: landing_path, utm_source, utm_medium, utm_campaign },
    Boolean(utm_source || utm_medium || utm_campaign),
  )
  const hintOf = (name: (typeof TRIPLE)[number]) =>
    canonicalHint(form[name], built?.canonical[name]) ?? UTM_WORDS[name].hint
  return (
    <>
      <TextInput
        source="name"
        label={CAMPAIGN_FIELDS.name}
        hint="So heißt sie in Listen und Berichten."
      />
      <fieldset className="group">
        <legend>Daran werden Besuche erkannt</legend>
        {TRIPLE.map((name) => (
          <UtmInput key={name} source={name} hint={hintOf(name)} />
        ))}
      </fieldset>
      <SelectInput
        source="landing_path"
        label={CAMPAIGN_FIELDS.landing_path}
        choices={targetChoices(landing_path)}
      />
      <div className="side-by-side">
        <TextInput source="starts_on" label={CAMPAIGN_FIELDS.starts_on} type="date" />
        <TextInput source="ends_on" label={CAMPAIGN_FIELDS.ends_on} type="date" />
        <TextInput source="budget_cents" label="Budget in €" hint="Leer lassen: kein Budget." />
      </div>
      <TextInput source="note" label={CAMPAIGN_FIELDS.note} minRows={1} />
      <Same id={built?.campaign_id ?? null} ownId={ownId} />
    </>
  )
}

/** Two campaigns cannot have the same three values: a visit would belong to both. */
function Same({ id, ownId }: { id: number | null; ownId: number | undefined }) {
  if (id === null || id === ownId) return null
  return (
    <p className="caution" role="status">
      Eine Kampagne mit genau diesen drei Werten gibt es schon.{' '}
      <Link to={campaignPath({ id })}>Zu dieser Kampagne</Link>
    </p>
  )
}

/** One of the campaign values, with those that registered campaigns already use. */
export function UtmInput(props: Omit<TextInputProps, 'label'> & { source: UtmField }) {
  const list = useId()
  return (
    <div className="inputs">
      <TextInput label={UTM_WORDS[props.source].label} {...props} html={{ list }} />
      <Suggestions id={list} name={props.source} />
    </div>
  )
}

function Suggestions({ id, name }: { id: string; name: UtmField }) {
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'all' } },
  })
  const values = (data?.data ?? []).map((campaign) => storedValue(campaign, name)).filter(Boolean)
  return (
    <datalist id={id}>
      {[...new Set(values)].sort().map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

function storedValue(campaign: Campaign, name: UtmField): string {
  if (name === 'utm_term' || name === 'utm_content') return ''
  return campaign[name]
}

/** „wird gespeichert als herbst-2026“, where that is not what was typed. */
export function canonicalHint(typed: string, canonical: string | undefined): string | null {
  if (!typed.trim() || !canonical || canonical === typed) return null
  return `Wird gespeichert als „${canonical}“.`
}
