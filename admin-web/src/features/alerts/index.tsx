import { lazy } from 'react'

export const AlertsPage = lazy(async () => ({
  default: (await import('./AlertsPage')).AlertsPage,
}))
