import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const campaigns: ResourceProps = {
  name: 'campaigns',
  list: lazy(async () => ({ default: (await import('./CampaignList')).CampaignList })),
  show: lazy(async () => ({ default: (await import('./CampaignShow')).CampaignShow })),
  create: lazy(async () => ({ default: (await import('./CampaignCreate')).CampaignCreate })),
  edit: lazy(async () => ({ default: (await import('./CampaignEdit')).CampaignEdit })),
}
