import { Page } from '@/layout/Page'

export function ReservationList() {
  return <Page title="Reservierungen" />
}
