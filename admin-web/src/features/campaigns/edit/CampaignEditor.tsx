import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FormEdit } from '@/ui/form/edit'
import { VersionedForm } from '@/ui/form/VersionedForm'
import { type CampaignForm, type CampaignValues, campaignPath } from '../campaign'
import { useAddress } from '../links/useAddress'
import { CampaignInputs } from './CampaignInputs'

interface CampaignEditorProps {
  edit: FormEdit<CampaignForm, CampaignValues>
  /** The campaign being edited, which may have its own values. */
  ownId?: number
  button?: string
  back: string
  /** Above the buttons. */
  children?: ReactNode
}

/** The form of a campaign with the link that follows from it. */
export function CampaignEditor({ edit, ownId, button, back, children }: CampaignEditorProps) {
  const { landing_path, utm_source, utm_medium, utm_campaign } = edit.form
  const { built } = useAddress(
    { path: landing_path, utm_source, utm_medium, utm_campaign },
    Boolean(utm_source || utm_medium || utm_campaign),
  )
  return (
    <VersionedForm edit={edit} back={back} button={button}>
      <CampaignInputs
        form={edit.form}
        problems={edit.errors}
        canonical={built?.canonical}
        onChange={(name, value) => edit.type({ [name]: value })}
      />
      <Same id={built?.campaign_id ?? null} ownId={ownId} />
      {children}
    </VersionedForm>
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
