import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const declarations: ResourceProps = {
  name: 'declarations',
  list: lazy(async () => ({ default: (await import('./DeclarationList')).DeclarationList })),
  show: lazy(async () => ({ default: (await import('./DeclarationShow')).DeclarationShow })),
}
