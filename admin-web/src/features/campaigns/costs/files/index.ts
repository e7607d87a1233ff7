import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const costImports: ResourceProps = {
  name: 'costs',
  list: lazy(async () => ({ default: (await import('./CostImportPage')).CostImportPage })),
}
