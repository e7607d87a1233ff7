import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const invariants: ResourceProps = {
  name: 'invariants',
  list: lazy(async () => ({ default: (await import('./InvariantsPage')).InvariantsPage })),
}
