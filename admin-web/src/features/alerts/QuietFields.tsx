import TextField from '@mui/material/TextField'
import { QuietWeek } from './QuietWeek'
import { DAYS, longDay, quietWords, type RuleForm } from './rule'
import { Tick } from './Tick'

interface QuietFieldsProps {
  form: RuleForm
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<RuleForm>) => void
}

/** When no mail is to leave: days, times, and the week they make. */
export function QuietFields({ form, errors, onChange }: QuietFieldsProps) {
  const { isQuiet, quietFrom, quietTo, quietDays } = form
  const times = { quiet_from: quietFrom, quiet_to: quietTo, quiet_days: [...quietDays] }
  const toggle = (day: number, isChosen: boolean) =>
    onChange({ quietDays: isChosen ? [...quietDays, day] : quietDays.filter((one) => one !== day) })
  return (
    <fieldset className="field-group">
      <legend>Wann ist Ruhe?</legend>
      <Tick
        label="Ruhezeiten einhalten"
        isTicked={isQuiet}
        onChange={(chosen) => onChange({ isQuiet: chosen })}
      />
      {isQuiet && (
        <>
          <div className="weekdays">
            {DAYS.map((name, index) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={quietDays.includes(index + 1)}
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
              value={quietFrom}
              error={errors.quiet_from}
              onChange={(value) => onChange({ quietFrom: value })}
            />
            <TimeInput
              label="Ruhe bis"
              value={quietTo}
              error={errors.quiet_to}
              onChange={(value) => onChange({ quietTo: value })}
            />
          </div>
          <QuietWeek times={times} />
          <p className="muted tiny" role="status">
            {quietWords(times)
              ? `${quietWords(times)} (Zeit in Berlin). Gefüllte Stunden sind Ruhe.`
              : 'So ist keine Ruhe.'}
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
