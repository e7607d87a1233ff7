import { lazy } from 'react'

export const ResponsibilitiesPage = lazy(async () => ({
  default: (await import('./ResponsibilitiesPage')).ResponsibilitiesPage,
}))
