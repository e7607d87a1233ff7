import TextField from '@mui/material/TextField'
import { counted, formatMoment } from '@/lib/format'
import { DropArea } from '@/ui/files/DropArea'
import { RadioChoice } from '@/ui/form/RadioChoice'
import { Section } from '@/ui/page/Section'
import { leftWords, type Park } from './importPark'
import type { Plan } from './listImport'
import type { NamedFile } from './useListImport'

interface FileStepProps {
  file: NamedFile | null
  sheet: number
  plan: Plan | null
  parks: readonly Park[]
  park: string | undefined
  isReading: boolean
  onFile: (file: File) => void
  onForget: () => void
  onPark: (park: string) => void
  onSheet: (sheet: number) => void
}

/** Step 1: the park, the file, and of a workbook with several sheets the one that is meant. */
export function FileStep(props: FileStepProps) {
  const { file, sheet, plan, isReading, onSheet } = props
  const chosen = file?.sheets[sheet]
  return (
    <Section title="1. Park und Datei">
      <ParkChoice parks={props.parks} value={props.park} onChange={props.onPark} />
      <DropArea
        file={file && { name: file.name, about: aboutWords(file, chosen) }}
        hint="CSV oder Excel mit einer Zeile je Haushalt, oder hierher ziehen. Bis 5.000 Zeilen und 10 MB."
        onFile={props.onFile}
        onForget={props.onForget}
      />
      {isReading && (
        <p role="status" className="muted">
          Die Datei wird gelesen
        </p>
      )}
      {file && file.sheets.length > 1 && (
        <RadioChoice
          legend="Welches Blatt?"
          value={String(sheet)}
          options={file.sheets.map(({ name, rows }, index) => ({
            name: String(index),
            label: name,
            meaning: rowCount(rows),
          }))}
          onChange={(index) => onSheet(Number(index))}
        />
      )}
      {chosen && chosen.hidden > 0 && (
        <p className="caution">
          {counted(
            chosen.hidden,
            'Eine Zeile ist in Excel ausgeblendet. Sie wird mitgelesen.',
            'Zeilen sind in Excel ausgeblendet. Sie werden mitgelesen.',
          )}
        </p>
      )}
      {plan?.already_imported && (
        <p className="caution">
          Genau diese Datei wurde schon eingelesen, am {formatMoment(plan.already_imported.at)}. Was
          davon eingetragen ist, wird nicht noch einmal eingetragen.
        </p>
      )}
    </Section>
  )
}

const rowCount = (rows: number): string => counted(rows, 'eine Zeile', 'Zeilen mit Kopfzeile')

function aboutWords(
  { encoding, sheets }: NamedFile,
  sheet: NamedFile['sheets'][number] | undefined,
): string {
  if (!sheet) return encoding
  const parts = [rowCount(sheet.rows), encoding]
  return sheets.length > 1 ? [`Blatt „${sheet.name}“`, ...parts].join(', ') : parts.join(', ')
}

interface ParkChoiceProps {
  parks: readonly Park[]
  value: string | undefined
  onChange: (park: string) => void
}

/** The park of the list, with the places that each has left. A single one is only named. */
function ParkChoice({ parks, value, onChange }: ParkChoiceProps) {
  const [first, ...others] = parks
  if (!first) return null
  if (others.length === 0)
    return (
      <p className="muted">
        {first.name}: {leftWords(first)}
      </p>
    )
  return (
    <TextField
      className="import-park"
      select
      label="Solarpark"
      value={value ?? first.id}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {parks.map((park) => (
        <option key={park.id} value={park.id}>
          {park.name}: {leftWords(park)}
        </option>
      ))}
    </TextField>
  )
}
