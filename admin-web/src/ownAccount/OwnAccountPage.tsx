import { Page } from '@/layout/Page'

export function OwnAccountPage() {
  return <Page title="Konto" />
}
