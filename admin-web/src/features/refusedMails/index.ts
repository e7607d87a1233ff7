import { lazy } from 'react'

export const RefusedMailsPage = lazy(async () => ({
  default: (await import('./RefusedMailsPage')).RefusedMailsPage,
}))
