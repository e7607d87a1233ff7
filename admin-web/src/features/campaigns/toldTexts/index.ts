import { lazy } from 'react'

export const ToldTextsPage = lazy(async () => ({
  default: (await import('./WaitingPage')).WaitingPage,
}))

export const MappedTextsPage = lazy(async () => ({
  default: (await import('./MappedPage')).MappedPage,
}))
