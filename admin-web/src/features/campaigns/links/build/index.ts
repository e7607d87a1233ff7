import { lazy } from 'react'

export const LinkPage = lazy(async () => ({
  default: (await import('./LinkBuilderPage')).LinkBuilderPage,
}))
