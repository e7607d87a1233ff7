import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const accounts: ResourceProps = {
  name: 'accounts',
  list: lazy(async () => ({ default: (await import('./AccountList')).AccountList })),
  show: lazy(async () => ({ default: (await import('./AccountShow')).AccountShow })),
}
