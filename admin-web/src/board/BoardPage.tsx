import { Page } from '@/layout/Page'

export function BoardPage() {
  return <Page title="Übersicht nach Stand" />
}
