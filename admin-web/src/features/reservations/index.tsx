import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import './reservations.css'

const DuplicatesPage = lazy(async () => ({
  default: (await import('./duplicates/DuplicatesPage')).DuplicatesPage,
}))
const ImportPage = lazy(async () => ({
  default: (await import('./imports/ImportPage')).ImportPage,
}))

export const reservations: ResourceProps = {
  name: 'reservations',
  list: lazy(async () => ({ default: (await import('./list/ReservationList')).ReservationList })),
  create: lazy(async () => ({ default: (await import('./create/CreatePage')).CreatePage })),
  show: lazy(async () => ({ default: (await import('./show/ReservationShow')).ReservationShow })),
  children: (
    <>
      <Route path="duplicates" element={<DuplicatesPage />} />
      <Route path="imports" element={<ImportPage />} />
    </>
  ),
}
