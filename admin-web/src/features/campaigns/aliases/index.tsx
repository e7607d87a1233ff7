import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'

const AliasList = lazy(async () => ({ default: (await import('./AliasList')).AliasList }))

const CombinationsPage = lazy(async () => ({
  default: (await import('./CombinationsPage')).CombinationsPage,
}))
const GroupsPage = lazy(async () => ({ default: (await import('./groups/GroupsPage')).GroupsPage }))

export const aliases: ResourceProps = {
  name: 'aliases',
  list: lazy(async () => ({ default: (await import('./ValuesPage')).ValuesPage })),
  children: (
    <>
      <Route path="assigned" element={<AliasList />} />
      <Route path="combinations" element={<CombinationsPage />} />
      <Route path="groups" element={<GroupsPage />} />
    </>
  ),
}
