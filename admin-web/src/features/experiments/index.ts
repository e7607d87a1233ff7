import { lazy } from 'react'

export const ExperimentsPage = lazy(async () => ({
  default: (await import('./ExperimentsPage')).ExperimentsPage,
}))

export const ExperimentPage = lazy(async () => ({
  default: (await import('./ExperimentPage')).ExperimentPage,
}))
