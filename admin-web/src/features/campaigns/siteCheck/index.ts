import { lazy } from 'react'

export const AttributionPage = lazy(async () => ({
  default: (await import('./SiteCheckPage')).AttributionCheckPage,
}))
