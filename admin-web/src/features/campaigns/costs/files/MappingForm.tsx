import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import {
  type CheckedFile,
  DAY_FORMATS,
  DELIMITERS,
  type Mapping,
  NUMBER_FORMATS,
  VATS,
  type Wish,
} from './costImport'

interface MappingFormProps {
  checked: CheckedFile
  onMapping: (wish: Wish) => void
}

const COLUMN_FIELDS = [
  ['campaign', 'Kampagne'],
  ['day', 'Tag'],
  ['amount', 'Betrag'],
] as const
const COUNT_FIELDS = [
  ['clicks', 'Klicks'],
  ['impressions', 'Einblendungen'],
] as const
const NO_COLUMN = 'none'

/** Step 2: how the file is read. Guessed at first, and everything can be changed. */
export function MappingForm({ checked, onMapping: set }: MappingFormProps) {
  const { mapping } = checked
  return (
    <Section title="2. Zuordnung">
      <p className="muted">
        So haben wir die Datei verstanden. Stimmt etwas nicht, ändern Sie es; geprüft wird sofort
        neu.
      </p>
      <div className="side-by-side">
        <Columns {...{ checked, set }} />
        <Vat {...{ mapping, set }} />
        <Choice
          label="Trennzeichen"
          value={mapping.delimiter}
          choices={DELIMITERS}
          onChange={(value) => set({ delimiter: value as Mapping['delimiter'] })}
        />
        <Choice
          label="Zahlen"
          value={mapping.number_format}
          choices={NUMBER_FORMATS}
          onChange={(value) => set({ number_format: value as Mapping['number_format'] })}
        />
        <Choice
          label="Tage"
          value={mapping.day_format}
          choices={DAY_FORMATS}
          onChange={(value) => set({ day_format: value as Mapping['day_format'] })}
        />
      </div>
      <FormControlLabel
        label="Die erste Zeile ist die Überschrift"
        control={
          <Switch
            checked={mapping.has_header}
            onChange={(event) => set({ has_header: event.target.checked })}
          />
        }
      />
      {mapping.is_spread && (
        <FormControlLabel
          label="Beträge von Wochen, Monaten und Quartalen gleichmäßig auf ihre Tage verteilen"
          control={<Switch checked onChange={() => set({ is_spread: false })} />}
        />
      )}
      <Preview checked={checked} />
    </Section>
  )
}

interface ColumnsProps {
  checked: CheckedFile
  set: (wish: Wish) => void
}

const Vat = ({ mapping, set }: { mapping: Mapping; set: (wish: Wish) => void }) => (
  <Choice
    label="Beträge"
    value={String(mapping.vat)}
    choices={VATS.map(([vat, words]) => [String(vat), words])}
    onChange={(value) => set({ vat: Number(value) as Mapping['vat'] })}
  />
)

/** Which column holds what; clicks and impressions need not be there. */
function Columns({ checked: { mapping, columns }, set }: ColumnsProps) {
  const choices = columns.map((name, index) => [String(index), columnName(name, index)] as const)
  return (
    <>
      {COLUMN_FIELDS.map(([name, label]) => (
        <Choice
          key={name}
          label={`Spalte: ${label}`}
          value={String(mapping[name])}
          choices={choices}
          onChange={(value) => set({ [name]: Number(value) })}
        />
      ))}
      {COUNT_FIELDS.map(([name, label]) => (
        <Choice
          key={name}
          label={`Spalte: ${label}`}
          value={String(mapping[name] ?? NO_COLUMN)}
          choices={[[NO_COLUMN, 'keine'], ...choices]}
          onChange={(value) => set({ [name]: value === NO_COLUMN ? null : Number(value) })}
        />
      ))}
    </>
  )
}

const columnName = (name: string, index: number): string =>
  name.trim() ? `${index + 1}. ${name}` : `${index + 1}. ohne Namen`

interface ChoiceProps {
  label: string
  value: string
  choices: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  const isKnown = choices.some(([name]) => name === value)
  return (
    <TextField
      label={label}
      select
      value={isKnown ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {!isKnown && <option value="">bitte wählen</option>}
      {choices.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </TextField>
  )
}

interface PreviewRow {
  index: number
  cells: string[]
}

/** The first rows as they stand in the file. */
function Preview({ checked: { columns, preview, mapping } }: { checked: CheckedFile }) {
  const fields = [...COLUMN_FIELDS, ...COUNT_FIELDS]
  const roles = new Map(fields.map(([name, label]) => [mapping[name], label as string]))
  const rows = preview.map((cells, index) => ({ cells, index }))
  return (
    <details className="disclosure">
      <summary>Die ersten Zeilen der Datei</summary>
      <PlainTable<PreviewRow>
        label="Die ersten Zeilen der Datei"
        rows={rows}
        rowKey={({ index }) => index}
        columns={columns.map((column, index) => ({
          label: [columnName(column, index), roles.get(index)].filter(Boolean).join(': '),
          render: ({ cells }) => cells[index] ?? '',
        }))}
      />
    </details>
  )
}
