import TextField from '@mui/material/TextField'

/** Why most places change. */
export const USUAL_REASON = 'Auf Wunsch des Haushalts'

/** What is said most often; anything else is typed. */
const PRESETS: Record<string, readonly string[]> = {
  cancel: [USUAL_REASON, 'Umzug', 'Doppelt reserviert', 'Nicht erreichbar', 'Test oder Missbrauch'],
  swap_spots: [USUAL_REASON, 'Neben Familie oder Nachbarn', 'Falsch eingetragen'],
  move_spot: [USUAL_REASON, 'Neben Familie oder Nachbarn', 'Falsch eingetragen', 'Umbau im Park'],
}

interface ReasonInputProps {
  /** The operation. */
  name: string
  value: string
  onChange: (reason: string) => void
  problem?: string | undefined
}

/** Why something is done, for the history. */
export function ReasonInput({ name, value, onChange, problem }: ReasonInputProps) {
  const presets = PRESETS[name] ?? []
  return (
    <>
      {presets.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around a row of buttons
        <div className="reason-presets" role="group" aria-label="Häufige Gründe">
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="button"
              aria-pressed={value === preset}
              onClick={() => onChange(preset)}
            >
              {preset}
            </button>
          ))}
        </div>
      )}
      <TextField
        label="Grund"
        required
        multiline
        minRows={2}
        value={value}
        error={problem !== undefined}
        helperText={problem ?? 'Steht danach im Verlauf der Reservierung.'}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  )
}
