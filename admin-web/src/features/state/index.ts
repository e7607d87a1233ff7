import { lazy } from 'react'

export const StatePage = lazy(async () => ({
  default: (await import('./StatePage')).StatePage,
}))
