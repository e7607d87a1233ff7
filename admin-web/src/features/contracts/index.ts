import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const contracts: ResourceProps = {
  name: 'contracts',
  list: lazy(async () => ({ default: (await import('./ContractList')).ContractList })),
}
