import type { Role } from '@/session/session'
import { useField } from '@/ui/form/inputs'
import { ROLE_CHOICES } from './account'

/** One of the three roles, each with what it may do. */
export function RoleChoice() {
  const { value, onChange } = useField<Role>('role')
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
