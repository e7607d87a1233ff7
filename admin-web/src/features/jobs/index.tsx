import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'

const JobPage = lazy(async () => ({ default: (await import('./JobPage')).JobPage }))

export const jobs: ResourceProps = {
  name: 'jobs',
  list: lazy(async () => ({ default: (await import('./JobsPage')).JobsPage })),
  children: <Route path=":name" element={<JobPage />} />,
}
