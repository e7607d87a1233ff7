import { Page } from '@/layout/Page'

export function AuditList() {
  return <Page title="Änderungsprotokoll" />
}
