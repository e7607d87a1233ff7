import { ShapeMark } from '@/ui/fields/StateMark'
import { ACCOUNT_STATES, type AccountState } from './account'

/** Where an account stands, as a cell and its word. */
export const AccountStateMark = ({ state }: { state: AccountState }) => (
  <ShapeMark {...ACCOUNT_STATES[state]} />
)
