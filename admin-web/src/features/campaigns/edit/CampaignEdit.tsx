import { useNotify } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { changedFields } from '@/api/changedFields'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useKeptForm } from '@/session/keptForm'
import { useLeaving } from '@/ui/form/useLeaving'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import {
  type Campaign,
  type CampaignDocument,
  type CampaignValues,
  campaignForm,
  campaignPath,
  readCampaignForm,
} from '../campaign'
import { CampaignEditor } from './CampaignEditor'
import { StaleCampaign } from './StaleCampaign'
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

/** `campaign` is the state the form began with; a newer one must not overwrite what is being typed. */
function Form({ campaign: latest }: { campaign: CampaignDocument }) {
  const [{ campaign, form }, setEdited] = useKeptForm(`campaign ${latest.id}`, () => edited(latest))
  const { save, isDone, isRunning, fieldErrors, problem, stale } = useCampaignSave(campaign)

  return (
    <CampaignEditor
      saved={campaignForm(campaign)}
      form={form}
      onForm={(typed) => setEdited({ campaign, form: typed })}
      ownId={campaign.id}
      isSaving={isRunning}
      isDone={isDone}
      isBlocked={stale !== null}
      refused={fieldErrors}
      problem={stale ? null : problem}
      button="Speichern"
      back={campaignPath(campaign)}
      onSubmit={(values) => save(values)}
    >
      {stale && (
        <StaleCampaign
          mine={changedFields(readCampaignForm(form).values, campaign)}
          current={stale}
          onKeep={(mine) => save(mine, stale)}
          onAdopt={() => setEdited(edited(stale))}
        />
      )}
    </CampaignEditor>
  )
}

const edited = (campaign: Campaign) => ({ campaign, form: campaignForm(campaign) })

/** Saves what differs from the campaign as it was read; `stale` is what somebody else saved meanwhile. */
function useCampaignSave(campaign: Campaign) {
  const { run, refusal, ...change } = useStaffChange('campaigns')
  const { isLeaving, leaveTo } = useLeaving()
  const notify = useNotify()

  async function save(values: Partial<CampaignValues>, over: Campaign = campaign) {
    const changes = changedFields(values, over)
    const isSaved =
      Object.keys(changes).length === 0 ||
      (await run('patch', '/api/staff/campaigns/{campaign_id}', {
        params: { path: { campaign_id: campaign.id } },
        body: { ...changes, version: over.version },
      }))
    if (!isSaved) return
    leaveTo(campaignPath(campaign))
    notify('Gespeichert.', { type: 'success' })
  }

  const current = refusal?.code === 'stale' ? (refusal.current as Campaign | undefined) : undefined
  const stale = current && current.version !== campaign.version ? current : null
  return { ...change, save, isDone: isLeaving, stale }
}
