import { lazy } from 'react'

export const OperationPage = lazy(async () => ({
  default: (await import('./OperationPage')).OperationPage,
}))
