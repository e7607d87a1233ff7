import { lazy } from 'react'

export const StatePage = lazy(async () => ({
  default: (await import('./StatePage')).StatePage,
}))

export const EnteredPage = lazy(async () => ({
  default: (await import('./EnteredPage')).EnteredPage,
}))
