import type { ResourceProps } from 'react-admin'
import { ParkList } from './ParkList'

export const parks: ResourceProps = { name: 'parks', list: ParkList }
