import { lazy } from 'react'

export const AlertsPage = lazy(async () => ({
  default: (await import('./AlertsPage')).AlertsPage,
}))

export const OwnAlertsPage = lazy(async () => ({
  default: (await import('./own/OwnAlertsPage')).OwnAlertsPage,
}))
