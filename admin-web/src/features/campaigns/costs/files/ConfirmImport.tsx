import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { counted, formatMoney } from '@/lib/format'
import { RadioChoice } from '@/ui/form/RadioChoice'
import { Section } from '@/ui/page/Section'
import {
  type CheckedFile,
  type Choices,
  type Imported,
  type OnOverlap,
  OVERLAP_CHOICES,
} from './costImport'
import type { ChosenFile } from './useCostImport'

interface ConfirmImportProps {
  file: ChosenFile
  checked: CheckedFile
  choices: Choices
  isChecking: boolean
  onDone: (imported: Imported) => void
}

/** Step 4: take it over, all or nothing. */
export function ConfirmImport({ file, checked, choices, isChecking, onDone }: ConfirmImportProps) {
  const [onOverlap, setOnOverlap] = useState<OnOverlap>('refuse')
  const { run, isRunning, problem, fieldErrors } = useStaffChange('costs', 'campaigns')
  const { totals, mapping } = checked
  const blocked = reasonAgainst(checked, onOverlap)

  async function take() {
    const { name: file_name, text, arrivalId: arrival_id = null } = file
    const body = { file_name, text, mapping, ...choices, on_overlap: onOverlap, arrival_id }
    const imported = await run('post', '/api/staff/costs/imports', { body })
    if (imported) onDone(imported)
  }

  return (
    <Section title="4. Einlesen">
      {totals.overlaps > 0 && <OverlapChoice value={onOverlap} onChange={setOnOverlap} />}
      {blocked && <p className="muted">{blocked}</p>}
      {problem && (
        <p role="alert" className="error-text">
          {Object.values(fieldErrors)[0] ?? problem}
        </p>
      )}
      <p className="buttons">
        <Button
          variant="contained"
          disabled={isRunning || isChecking || blocked !== null}
          onClick={take}
        >
          {isRunning ? 'Wird eingelesen' : buttonWords(checked)}
        </Button>
      </p>
    </Section>
  )
}

const buttonWords = ({ totals: { rows, cents }, questions }: CheckedFile): string =>
  questions.length > 0
    ? 'Einlesen'
    : `${counted(rows, 'Einen Betrag', 'Beträge')}, zusammen ${formatMoney(cents)}, einlesen`

/** Why the file cannot be taken over as it stands, in words. */
export function reasonAgainst(
  { totals, questions }: Pick<CheckedFile, 'totals' | 'questions'>,
  onOverlap: OnOverlap,
): string | null {
  if (questions.length > 0) return 'Bitte beantworten Sie zuerst, was bei der Prüfung offen ist.'
  if (totals.problems > 0)
    return 'Bitte berichtigen Sie zuerst die Zuordnung oder die Datei, beantworten Sie die offenen Fragen, oder lassen Sie die Zeilen aus. Sonst wird nichts eingelesen.'
  if (totals.rows === 0) return 'In der Datei steht nichts, das sich einlesen lässt.'
  if (totals.overlaps > 0 && onOverlap === 'refuse')
    return 'Entscheiden Sie bitte, was mit den doppelten Tagen geschehen soll.'
  return null
}

interface OverlapChoiceProps {
  value: OnOverlap
  onChange: (value: OnOverlap) => void
}

const OverlapChoice = ({ value, onChange }: OverlapChoiceProps) => (
  <RadioChoice
    legend="Tage, an denen schon ein Betrag steht"
    value={value}
    options={OVERLAP_CHOICES}
    onChange={onChange}
  />
)
