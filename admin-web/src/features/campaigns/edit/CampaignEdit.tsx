import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { PageForm } from '@/ui/form/EditForm'
import { useEdit } from '@/ui/form/useEdit'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import {
  CAMPAIGN,
  type CampaignDocument,
  type CampaignForm,
  type CampaignValues,
  campaignForm,
  campaignPath,
  EMPTY,
  readCampaignForm,
} from '../campaign'
import { CampaignInputs } from './CampaignInputs'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

export function CampaignEdit() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useStaffQuery('/api/staff/campaigns/{campaign_id}', {
    params: { path: { campaign_id: id } },
  })
  return (
    <Page
      title={data ? `${data.name} bearbeiten` : 'Kampagne bearbeiten'}
      overline={<Link to={campaignPath({ id })}>Zurück zur Kampagne</Link>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Form key={data.id} campaign={data} />}
    </Page>
  )
}

function Form({ campaign }: { campaign: CampaignDocument }) {
  const { id } = campaign
  const back = campaignPath(campaign)
  const edit = useEdit({
    kind: CAMPAIGN,
    start: campaign,
    page: `campaign ${id}`,
    save: (call, _, { base: { version }, changes }) =>
      call('patch', '/api/staff/campaigns/{campaign_id}', {
        params: { path: { campaign_id: id } },
        body: { ...changes, version },
      }),
    renews: ['campaigns'],
    done: 'Gespeichert.',
    onSaved: () => back,
  })
  return (
    <PageForm edit={edit} schema="CampaignIn" back={back}>
      <CampaignInputs form={edit.form} ownId={id} />
    </PageForm>
  )
}

/** A new campaign; the address may bring values, such as those of visits without a campaign. */
export function CampaignCreate() {
  const [query] = useSearchParams()
  const [start] = useState(() => startValues(query))
  const edit = useEdit({
    kind: CAMPAIGN,
    start,
    page: `campaign ${query}`,
    isWhole: true,
    save: (call, body) => call('post', '/api/staff/campaigns', { body }),
    renews: ['campaigns'],
    done: (saved, typed) => createdWords(typed, saved),
    onSaved: (saved) => (saved ? campaignPath(saved) : undefined),
  })
  const same = edit.refusal?.campaign_id

  return (
    <Page title="Kampagne anlegen" overline={<Link to="/campaigns">Alle Kampagnen</Link>}>
      <PageForm edit={edit} schema="CampaignIn" button="Anlegen" back="/campaigns">
        <CampaignInputs form={edit.form} />
        {typeof same === 'number' && (
          <p className="flush">
            <Link to={campaignPath({ id: same })}>Zur vorhandenen Kampagne</Link>
          </p>
        )}
      </PageForm>
    </Page>
  )
}

function startValues(query: URLSearchParams): CampaignValues {
  const empty = campaignForm(EMPTY)
  const given = Object.keys(empty).map((name) => [name, query.get(name)])
  return readCampaignForm({
    ...empty,
    ...(Object.fromEntries(given.filter(([, text]) => text)) as Partial<CampaignForm>),
  }).values
}

/** Says what became of values that were typed otherwise. */
function createdWords(typed: CampaignValues, stored: CampaignDocument): string {
  const changed = (['utm_source', 'utm_medium', 'utm_campaign'] as const).filter(
    (name) => typed[name] !== stored[name],
  )
  const words = changed.map((name) => `„${typed[name]}“ als „${stored[name]}“`)
  return changed.length > 0
    ? `Die Kampagne ist angelegt, ${words.join(', ')}.`
    : 'Die Kampagne ist angelegt.'
}
