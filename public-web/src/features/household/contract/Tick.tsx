import type { BoxName, OrderForm } from './useOrder'

interface Props {
  form: OrderForm
  name: BoxName
  label: string
}

/** A separate box for each declaration, never ticked beforehand. */
export function Tick({ form, name, label }: Props) {
  const error = form.faults[name]
  return (
    <div className="consent">
      <input
        type="checkbox"
        id={name}
        name={name}
        checked={form.values[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-fehler` : undefined}
        onChange={(event) => form.set({ [name]: event.target.checked })}
      />
      <div>
        <label htmlFor={name}>{label}</label>
        {error && (
          <p className="field__error" id={`${name}-fehler`}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
