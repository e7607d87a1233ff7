import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'

const CodeList = lazy(async () => ({ default: (await import('./CodeList')).CodeList }))
const UseList = lazy(async () => ({ default: (await import('./UseList')).UseList }))

export const referrals: ResourceProps = {
  name: 'referrals',
  list: lazy(async () => ({ default: (await import('./LeaderBoard')).LeaderBoard })),
  children: (
    <>
      <Route path="codes" element={<CodeList />} />
      <Route path="uses" element={<UseList />} />
    </>
  ),
}
