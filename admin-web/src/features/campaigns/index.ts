import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const campaigns: ResourceProps = {
  name: 'campaigns',
  list: lazy(async () => ({ default: (await import('./list/CampaignList')).CampaignList })),
  show: lazy(async () => ({ default: (await import('./show/CampaignShow')).CampaignShow })),
  create: lazy(async () => ({ default: (await import('./edit/CampaignEdit')).CampaignCreate })),
  edit: lazy(async () => ({ default: (await import('./edit/CampaignEdit')).CampaignEdit })),
}
