interface ViewSwitchProps<V extends string> {
  label: string
  views: readonly (readonly [V, string])[]
  value: V
  onValue: (value: V) => void
}

/** One of a few views, side by side. */
export function ViewSwitch<V extends string>({ label, views, value, onValue }: ViewSwitchProps<V>) {
  return (
    <fieldset className="view-switch">
      <legend className="visually-hidden">{label}</legend>
      {views.map(([name, words]) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          onClick={() => onValue(name)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
