import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'

interface RadioChoiceProps<T> {
  legend: string
  value: T
  options: readonly { name: T; label: string; meaning?: string }[]
  onChange: (value: T) => void
}

/** One of a few options, each with a line on what it means. */
export function RadioChoice<T extends string | number>(props: RadioChoiceProps<T>) {
  const { legend, value, options, onChange } = props
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>{legend}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value}>
        {options.map(({ name, label, meaning }) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio />}
            onChange={() => onChange(name)}
            label={
              <span className="choice-text">
                {label}
                {meaning && <small>{meaning}</small>}
              </span>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
