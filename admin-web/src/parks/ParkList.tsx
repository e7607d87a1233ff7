import { Page } from '@/layout/Page'

export function ParkList() {
  return <Page title="Park" />
}
