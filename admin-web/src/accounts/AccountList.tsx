import { Page } from '@/layout/Page'

export function AccountList() {
  return <Page title="Team" />
}
