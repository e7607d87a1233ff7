interface Props<Name extends string> {
  form: {
    values: Readonly<Record<Name, boolean>>
    faults: Readonly<Record<string, string>>
    set: (changed: Partial<Record<Name, boolean>>) => void
  }
  name: Name
  label: string
}

/** A separate box for each declaration, never ticked beforehand. */
export function Tick<Name extends string>({ form, name, label }: Props<Name>) {
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
        onChange={(event) => form.set({ [name]: event.target.checked } as Record<Name, boolean>)}
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
