import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import {
  choiceOf,
  FURTHER_FIELDS,
  type ListMapping,
  NEEDED_FIELDS,
  type Plan,
  withField,
} from './listImport'

interface MappingStepProps {
  plan: Plan
  onMapping: (mapping: ListMapping) => void
}

/** Step 2: which column holds what. Guessed or remembered, and everything can be changed. */
export function MappingStep({ plan, onMapping }: MappingStepProps) {
  const { mapping, is_remembered } = plan
  return (
    <Section title="2. Spalten">
      <p className="muted">
        {is_remembered
          ? 'Wie beim letzten Mal: Eine Datei mit dieser Überschrift haben Sie schon zugeordnet.'
          : 'So haben wir die Spalten verstanden. Stimmt etwas nicht, ändern Sie es; geprüft wird sofort neu.'}
      </p>
      <FieldChoices fields={NEEDED_FIELDS} plan={plan} onMapping={onMapping} />
      <details className="disclosure">
        <summary>Weitere Spalten und Schreibweisen</summary>
        <FieldChoices fields={FURTHER_FIELDS} plan={plan} onMapping={onMapping} />
        <div className="import-fields">
          <Choice
            label="Zahlen"
            value={mapping.number_format}
            choices={NUMBER_FORMATS}
            onChange={(value) =>
              onMapping({ ...mapping, number_format: value as ListMapping['number_format'] })
            }
          />
          <Choice
            label="Tage"
            value={mapping.day_format}
            choices={DAY_FORMATS}
            onChange={(value) =>
              onMapping({ ...mapping, day_format: value as ListMapping['day_format'] })
            }
          />
        </div>
        <FormControlLabel
          label="Die erste Zeile ist die Überschrift"
          control={
            <Switch
              checked={mapping.has_header}
              onChange={({ target }) => onMapping({ ...mapping, has_header: target.checked })}
            />
          }
        />
      </details>
      <Preview plan={plan} />
    </Section>
  )
}

const NUMBER_FORMATS = [
  ['de', '1.299,50 (deutsch)'],
  ['en', '1,299.50 (englisch)'],
] as const
const DAY_FORMATS = [
  ['de', '31.12.2026'],
  ['iso', '2026-12-31'],
  ['us', '12/31/2026'],
] as const

function FieldChoices({
  fields,
  plan,
  onMapping,
}: MappingStepProps & { fields: typeof NEEDED_FIELDS }) {
  const { mapping, columns } = plan
  return (
    <div className="import-fields">
      {fields.map(({ name, label, fixed }) => (
        <Choice
          key={name}
          label={label}
          value={choiceOf(mapping, name)}
          empty="keine Spalte"
          choices={columns.map((column, index) => [`c:${index}`, columnName(column, index)])}
          fixed={fixed?.map(([value, words]) => [`f:${value}`, words]) ?? []}
          onChange={(choice) => onMapping(withField(mapping, name, choice))}
        />
      ))}
    </div>
  )
}

const columnName = (name: string, index: number): string =>
  name.trim() ? `${index + 1}. ${name}` : `${index + 1}. ohne Namen`

type Options = readonly (readonly [string, string])[]

interface ChoiceProps {
  label: string
  value: string
  choices: Options
  fixed?: Options
  empty?: string
  onChange: (value: string) => void
}

function Choice({ label, value, choices, fixed = [], empty, onChange }: ChoiceProps) {
  return (
    <TextField
      label={label}
      select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {options(choices)}
      {fixed.length > 0 && <optgroup label="Für alle Zeilen">{options(fixed)}</optgroup>}
    </TextField>
  )
}

const options = (choices: Options) =>
  choices.map(([name, words]) => (
    <option key={name} value={name}>
      {words}
    </option>
  ))

/** The first rows as they stand in the file. */
function Preview({ plan: { columns, preview } }: { plan: Plan }) {
  return (
    <details className="disclosure">
      <summary>Die ersten Zeilen der Datei</summary>
      <PlainTable<{ index: number; cells: string[] }>
        label="Die ersten Zeilen der Datei"
        rows={preview.map((cells, index) => ({ cells, index }))}
        rowKey={({ index }) => index}
        columns={columns.map((column, index) => ({
          label: columnName(column, index),
          render: ({ cells }) => cells[index] ?? '',
        }))}
      />
    </details>
  )
}
