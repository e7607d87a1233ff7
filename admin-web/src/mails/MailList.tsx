import { Page } from '@/layout/Page'

export function MailList() {
  return <Page title="Mails" />
}
