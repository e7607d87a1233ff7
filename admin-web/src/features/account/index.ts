import { lazy } from 'react'

/** Seldom opened, so no part of the first view. */
export const OwnAccountPage = lazy(async () => ({
  default: (await import('./OwnAccountPage')).OwnAccountPage,
}))
