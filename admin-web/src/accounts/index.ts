import type { ResourceProps } from 'react-admin'
import { AccountList } from './AccountList'

export const accounts: ResourceProps = { name: 'accounts', list: AccountList }
