import TextField from '@mui/material/TextField'
import { RowButton } from '@/ui/list/RowButton'
import {
  type CheckedRow,
  type Choices,
  OWN_REASONS,
  type OwnReason,
  withLine,
  withReason,
} from '../costImport'

interface LeaveOutProps {
  row: CheckedRow
  choices: Choices
  onChoices: (choices: Choices) => void
}

/** Any line may be left out, with a reason, and taken in again. */
export function LeaveOut({ row, choices, onChoices }: LeaveOutProps) {
  const { line, left_out } = row
  const isChosen = choices.leave_out.includes(line)
  if (left_out !== null && !isChosen) return null
  return (
    <span className="leave-out">
      {isChosen && (
        <TextField
          select
          size="small"
          value={choices.reasons[String(line)] ?? 'unstated'}
          onChange={({ target }) => onChoices(withReason(choices, line, target.value as OwnReason))}
          slotProps={{
            select: { native: true },
            htmlInput: { 'aria-label': `Warum Zeile ${line} ausgelassen wird` },
          }}
        >
          {OWN_REASONS.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </TextField>
      )}
      <RowButton
        label={isChosen ? 'Wieder aufnehmen' : 'Auslassen'}
        what={`Zeile ${line}`}
        onClick={() => onChoices(withLine(choices, line, !isChosen))}
      />
    </span>
  )
}
