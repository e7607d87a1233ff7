import TextField from '@mui/material/TextField'
import { DAYS, longDay, quietWords, type RuleForm } from './rule'
import { Tick } from './Tick'

interface QuietFieldsProps {
  form: RuleForm
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<RuleForm>) => void
}

/** When no mail is to leave: days and times. */
export function QuietFields({ form, errors, onChange }: QuietFieldsProps) {
  const { is_quiet, quiet_from, quiet_to, quiet_days } = form
  const toggle = (day: number, isChosen: boolean) =>
    onChange({
      quiet_days: isChosen ? [...quiet_days, day] : quiet_days.filter((one) => one !== day),
    })
  return (
    <fieldset className="field-group">
      <legend>Wann ist Ruhe?</legend>
      <Tick
        label="Ruhezeiten einhalten"
        isTicked={is_quiet}
        onChange={(chosen) => onChange({ is_quiet: chosen })}
      />
      {is_quiet && (
        <>
          <div className="weekdays">
            {DAYS.map((name, index) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={quiet_days.includes(index + 1)}
                  onChange={({ target }) => toggle(index + 1, target.checked)}
                />
                <span aria-hidden="true">{name}</span>
                <span className="visually-hidden">Ruhe beginnt am {longDay(index + 1)}</span>
              </label>
            ))}
          </div>
          {errors.quiet_days && (
            <p role="alert" className="error-text">
              {errors.quiet_days}
            </p>
          )}
          <div className="clock-times">
            <TimeInput
              label="Ruhe ab"
              value={quiet_from}
              error={errors.quiet_from}
              onChange={(value) => onChange({ quiet_from: value })}
            />
            <TimeInput
              label="Ruhe bis"
              value={quiet_to}
              error={errors.quiet_to}
              onChange={(value) => onChange({ quiet_to: value })}
            />
          </div>
          <p className="muted tiny" role="status">
            {quietWords(form) ? `${quietWords(form)} (Zeit in Berlin).` : 'So ist keine Ruhe.'}
          </p>
        </>
      )}
    </fieldset>
  )
}

interface TimeInputProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function TimeInput({ label, value, error, onChange }: TimeInputProps) {
  return (
    <TextField
      label={label}
      type="time"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
