import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { useKeptForm } from '@/session/keptForm'
import { useLeaving } from '@/ui/form/useLeaving'
import { Page } from '@/ui/page/Page'
import {
  type CampaignDocument,
  type CampaignForm,
  type CampaignValues,
  campaignPath,
  EMPTY_FORM,
} from '../campaign'
import { CampaignEditor } from './CampaignEditor'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

/** A new campaign; the address may bring values, such as those of visits without a campaign. */
export function CampaignCreate() {
  const [start] = useState(useStartForm())
  const [form, setForm] = useKeptForm('campaign', () => start)
  const { isLeaving, leaveTo } = useLeaving()
  const { run, isRunning, fieldErrors, problem, refusal } = useStaffChange('campaigns')
  const notify = useNotify()

  async function create(values: CampaignValues) {
    const campaign = await run('post', '/api/staff/campaigns', { body: values })
    if (!campaign) return
    leaveTo(campaignPath(campaign))
    notify(createdWords(form, campaign), { type: 'success' })
  }

  return (
    <Page title="Kampagne anlegen" overline={<Link to="/campaigns">Alle Kampagnen</Link>}>
      <CampaignEditor
        saved={start}
        form={form}
        onForm={setForm}
        isSaving={isRunning}
        isDone={isLeaving}
        refused={fieldErrors}
        problem={problem}
        button="Anlegen"
        back="/campaigns"
        onSubmit={create}
      >
        {typeof refusal?.campaign_id === 'number' && (
          <p className="flush">
            <Link to={campaignPath({ id: refusal.campaign_id })}>Zur vorhandenen Kampagne</Link>
          </p>
        )}
      </CampaignEditor>
    </Page>
  )
}

function useStartForm(): CampaignForm {
  const [query] = useSearchParams()
  const given = Object.keys(EMPTY_FORM).map((name) => [
    name,
    query.get(name) ?? EMPTY_FORM[name as keyof CampaignForm],
  ])
  return Object.fromEntries(given) as CampaignForm
}

/** Says what became of values that were typed otherwise. */
function createdWords(typed: CampaignForm, stored: CampaignDocument): string {
  const changed = (['utm_source', 'utm_medium', 'utm_campaign'] as const).filter(
    (name) => typed[name] !== stored[name],
  )
  const words = changed.map((name) => `„${typed[name]}“ als „${stored[name]}“`)
  return changed.length > 0
    ? `Die Kampagne ist angelegt, ${words.join(', ')}.`
    : 'Die Kampagne ist angelegt.'
}
