import { lazy } from 'react'

export const MailTemplatesPage = lazy(async () => ({
  default: (await import('./MailTemplatesPage')).MailTemplatesPage,
}))
