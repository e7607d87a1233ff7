import { SHAPES } from '@/fields/states'
import { ACCOUNT_STATES, type AccountState } from './account'

/** Where an account stands, as a cell and its word. */
export function AccountStateMark({ state }: { state: AccountState }) {
  const { label, shape } = ACCOUNT_STATES[state]
  return (
    <span className="stand">
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" data-form={shape}>
        {SHAPES[shape].map(([className, path]) => (
          <path key={path} className={className} d={path} />
        ))}
      </svg>
      {label}
    </span>
  )
}
