import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const mails: ResourceProps = {
  name: 'mails',
  list: lazy(async () => ({ default: (await import('./MailList')).MailList })),
  show: lazy(async () => ({ default: (await import('./MailShow')).MailShow })),
}
