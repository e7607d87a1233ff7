import type { Role } from '@/session/session'
import { ROLE_CHOICES } from './account'

/** One of the three roles, each with what it may do. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset className="role-choice">
      <legend>Rolle</legend>
      {ROLE_CHOICES.map(({ role, label, may }) => (
        <label key={role}>
          <input
            type="radio"
            name="role"
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span>
            <b>{label}</b> <span className="muted">{may}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
