import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import { ReservationList } from './list/ReservationList'
import { ReservationShow } from './show/ReservationShow'
import './reservations.css'

const CreatePage = lazy(async () => ({
  default: (await import('./create/CreatePage')).CreatePage,
}))
const DuplicatesPage = lazy(async () => ({
  default: (await import('./duplicates/DuplicatesPage')).DuplicatesPage,
}))
const ImportPage = lazy(async () => ({
  default: (await import('./imports/ImportPage')).ImportPage,
}))

export const reservations: ResourceProps = {
  name: 'reservations',
  list: ReservationList,
  create: CreatePage,
  show: ReservationShow,
  children: (
    <>
      <Route path="duplicates" element={<DuplicatesPage />} />
      <Route path="imports" element={<ImportPage />} />
    </>
  ),
}
