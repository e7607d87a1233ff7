import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const parks: ResourceProps = {
  name: 'parks',
  list: lazy(async () => ({ default: (await import('./ParkList')).ParkList })),
  show: lazy(async () => ({ default: (await import('./ParkShow')).ParkShow })),
  edit: lazy(async () => ({ default: (await import('./edit/ParkEdit')).ParkEdit })),
}
