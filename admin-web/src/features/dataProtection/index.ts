import { lazy } from 'react'

export const DataProtectionPage = lazy(async () => ({
  default: (await import('./DataProtectionPage')).DataProtectionPage,
}))
