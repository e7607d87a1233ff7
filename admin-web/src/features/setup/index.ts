import { lazy } from 'react'

export const SetupPage = lazy(async () => ({
  default: (await import('./SetupPage')).SetupPage,
}))
