import type { ReactNode } from 'react'
import { InputField } from './InputField'

interface CountFieldProps {
  label: string
  unit: string
  hint: ReactNode
  problem: string | undefined
  value: string
  onValue: (value: string) => void
}

/** A whole number as it is typed, with its unit beside it. */
export function CountField({ unit, value, onValue, ...field }: CountFieldProps) {
  return (
    <InputField {...field}>
      {(ties) => (
        <span className="with-unit">
          <input
            {...ties}
            className="choice tabular"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={({ target }) => onValue(target.value)}
          />
          {unit}
        </span>
      )}
    </InputField>
  )
}
