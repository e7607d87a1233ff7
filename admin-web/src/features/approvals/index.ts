import { lazy } from 'react'

export const ApprovalsPage = lazy(async () => ({
  default: (await import('./ApprovalsPage')).ApprovalsPage,
}))
