import { lazy } from 'react'

export const AttacksPage = lazy(async () => ({
  default: (await import('./AttacksPage')).AttacksPage,
}))
