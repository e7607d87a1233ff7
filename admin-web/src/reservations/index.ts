import type { ResourceProps } from 'react-admin'
import { ReservationList } from './ReservationList'

export const reservations: ResourceProps = { name: 'reservations', list: ReservationList }
