import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { errorWords, fieldErrorsOf } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { campaignPath, type ShortLink } from '@/features/campaigns/campaign'
import { useEdit } from '@/ui/form/useEdit'
import { Page } from '@/ui/page/Page'
import { useAddress } from '../useAddress'
import { LinkParts } from './LinkParts'
import { LinkResult } from './LinkResult'
import { EMPTY, type Parts, withoutEmpty } from './parts'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '@/features/campaigns/campaigns.css'

/** A link with campaign values, put together by hand. Nothing is stored unless a short link is made. */
export function LinkBuilderPage() {
  // Nothing of it is saved: what is typed is the link.
  const edit = useEdit({ start: useStartParts(), save: async () => null })
  const parts = edit.form
  const [created, setCreated] = useState<ShortLink | null>(null)
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'no' } },
  })
  const campaigns = data?.data ?? []
  const { built, error, isSettled } = useAddress(withoutEmpty(parts))
  const problems = fieldErrorsOf(error)
  const campaign = campaigns.find(({ id }) => id === built?.campaign_id)

  return (
    <Page title="Link bauen">
      <div className="two-column-form">
        <LinkParts {...{ edit, campaigns, built, problems }} />
        <div className="sticky">
          <LinkResult
            parts={parts}
            built={built}
            campaign={campaign}
            isSettled={isSettled}
            onCreated={setCreated}
            onParts={edit.type}
          />
          {error && Object.keys(problems).length === 0 && (
            <p className="error-text" role="alert">
              {errorWords(error)}
            </p>
          )}
          {created && (
            <p className="flush" role="status">
              Der Kurzlink {created.address} ist angelegt. QR-Code und Aufrufe finden Sie bei der{' '}
              <Link to={campaignPath({ id: created.campaign_id })}>Kampagne</Link>.
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}

/** The address of the page may bring values, such as those of a campaign. */
function useStartParts(): Parts {
  const [query] = useSearchParams()
  const given = Object.entries(EMPTY).map(([name, empty]) => [name, query.get(name) ?? empty])
  return Object.fromEntries(given) as Parts
}
