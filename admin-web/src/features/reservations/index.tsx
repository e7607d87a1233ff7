import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import { CreatePage } from './create/CreatePage'
import { DuplicatesPage } from './duplicates/DuplicatesPage'
import { ReservationEdit } from './edit/ReservationEdit'
import { ReservationList } from './list/ReservationList'
import { ReservationShow } from './show/ReservationShow'
import './reservations.css'

const ImportPage = lazy(async () => ({
  default: (await import('./imports/ImportPage')).ImportPage,
}))

export const reservations: ResourceProps = {
  name: 'reservations',
  list: ReservationList,
  create: CreatePage,
  show: ReservationShow,
  edit: ReservationEdit,
  children: (
    <>
      <Route path="duplicates" element={<DuplicatesPage />} />
      <Route path="imports" element={<ImportPage />} />
    </>
  ),
}
