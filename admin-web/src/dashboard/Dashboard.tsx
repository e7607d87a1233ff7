import { Page } from '@/layout/Page'

export function Dashboard() {
  return <Page title="Heute" />
}
