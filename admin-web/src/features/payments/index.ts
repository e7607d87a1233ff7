import { lazy } from 'react'

export const PaymentsPage = lazy(async () => ({
  default: (await import('./PaymentsPage')).PaymentsPage,
}))
