import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const waitingList: ResourceProps = {
  name: 'waiting-list',
  list: lazy(async () => ({ default: (await import('./WaitingList')).WaitingList })),
  show: lazy(async () => ({ default: (await import('./WaitingShow')).WaitingShow })),
}
