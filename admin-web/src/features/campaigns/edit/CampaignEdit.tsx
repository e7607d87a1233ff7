import { Link, useParams } from 'react-router-dom'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { CAMPAIGN, type CampaignDocument, campaignPath } from '../campaign'
import { CampaignEditor } from './CampaignEditor'
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
  const call = useCall()
  const { id } = campaign
  const back = campaignPath(campaign)
  const edit = useVersionedSave(CAMPAIGN, campaign, {
    page: `campaign ${id}`,
    renews: ['campaigns'],
    save: (changes, { version }) =>
      call('patch', '/api/staff/campaigns/{campaign_id}', {
        params: { path: { campaign_id: id } },
        body: { ...changes, version },
      }),
    onSaved: () => ({ path: back, words: 'Gespeichert.' }),
  })
  return <CampaignEditor edit={edit} ownId={id} back={back} />
}
