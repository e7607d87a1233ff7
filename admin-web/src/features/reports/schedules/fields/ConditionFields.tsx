import type { ColumnDocument } from '@/features/reports/frame/document'
import { isMeasure } from '@/features/reports/frame/tables/kinds'
import { Section } from '@/ui/page/Section'
import { problemAt } from '../edit/problems'
import type { Draft, DraftCondition } from '../edit/typed'
import type { Preview, ReportInfo } from '../schedule'
import { ChoiceInput } from './ChoiceInput'
import { CountField } from './CountField'
import { InputField } from './InputField'
import type { PartProps } from './part'
import { RowChoice } from './RowChoice'
import { readFigure, typedFigure, unitOf } from './units'

interface ConditionFieldsProps extends PartProps {
  report: ReportInfo | undefined
  preview: Preview | undefined
}

type ConditionKind = 'always' | DraftCondition['kind']
const KINDS: readonly (readonly [ConditionKind, string])[] = [
  ['always', 'Immer'],
  ['rows', 'Nur, wenn es Zeilen gibt'],
  ['figure', 'Nur bei einer Zahl'],
]

/** Under which condition a mail goes out at all, and how long there is quiet after one. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, problems, onDraft, report, preview } = props
  const { condition } = draft
  const kind = condition?.kind ?? 'always'
  return (
    <Section title="Nur wenn …">
      <div className="stacked">
        <RowChoice
          legend="Senden"
          name="condition"
          choices={KINDS}
          chosen={kind}
          isDisabled={(one) => one !== 'always' && !report}
          onChosen={(one) => report && onDraft({ condition: startOf(one, report) })}
        />
        {condition && report && (
          <Sentence
            condition={condition}
            report={report}
            problem={problemAt(problems, 'condition')}
            onCondition={(next) => onDraft({ condition: next })}
          />
        )}
        {condition && draft.further_reports.length > 0 && (
          <p className="muted flush">
            Darüber entscheidet der erste Bericht{report ? `, „${report.title}“` : ''}, für die
            ganze Mail.
          </p>
        )}
        {condition && preview && <Today preview={preview} />}
        <Quiet draft={draft} problem={problemAt(problems, 'cool_down_hours')} onDraft={onDraft} />
      </div>
    </Section>
  )
}

function startOf(kind: ConditionKind, report: ReportInfo): DraftCondition | null {
  if (kind === 'always') return null
  if (kind === 'rows')
    return { kind, table: Object.keys(report.tables)[0] ?? '', least: 1, typed: null }
  const table = tablesWithFigures(report)[0] ?? ''
  const column = figuresOf(report, table)[0]?.name ?? ''
  return { kind, table, column, is: 'below', value: null, typed: '' }
}

const figuresOf = (report: ReportInfo, table: string): ColumnDocument[] =>
  report.columns?.[table]?.filter((column) => isMeasure(column.kind)) ?? []

const tablesWithFigures = (report: ReportInfo): string[] =>
  Object.keys(report.tables).filter((table) => figuresOf(report, table).length > 0)

interface SentenceProps {
  condition: DraftCondition
  report: ReportInfo
  problem: string | undefined
  onCondition: (condition: DraftCondition) => void
}

/** The condition as a sentence with gaps: table, column, comparison, figure in the column's own unit. */
function Sentence({ condition, report, problem, onCondition }: SentenceProps) {
  const isFigure = condition.kind === 'figure'
  const tables = isFigure ? tablesWithFigures(report) : Object.keys(report.tables)
  const columns = figuresOf(report, condition.table)
  const chooseTable = (table: string) =>
    onCondition(
      isFigure
        ? { ...condition, table, column: figuresOf(report, table)[0]?.name ?? '', ...UNREAD }
        : { ...condition, table },
    )
  return (
    <div className="field-row">
      <ChoiceInput
        label="In der Tabelle"
        choices={tables.map((table) => [table, report.tables[table] ?? table])}
        value={condition.table}
        onValue={chooseTable}
      />
      {isFigure && <Comparison {...{ condition, columns, onCondition }} />}
      <FigureField
        condition={condition}
        kind={kindOf(condition, columns)}
        problem={problem}
        onCondition={onCondition}
      />
    </div>
  )
}

interface ComparisonProps {
  condition: Extract<DraftCondition, { kind: 'figure' }>
  columns: readonly ColumnDocument[]
  onCondition: (condition: DraftCondition) => void
}

function Comparison({ condition, columns, onCondition }: ComparisonProps) {
  return (
    <>
      <ChoiceInput
        label="Zahl"
        hint={columns.find(({ name }) => name === condition.column)?.meaning}
        choices={columns.map(({ name, label }) => [name, label])}
        value={condition.column}
        onValue={(column) => onCondition({ ...condition, column, ...UNREAD })}
      />
      <ChoiceInput
        label="liegt"
        choices={SIDES}
        value={condition.is}
        onValue={(is) => onCondition({ ...condition, is: is as 'below' | 'above' })}
      />
    </>
  )
}

const SIDES = [
  ['below', 'unter'],
  ['above', 'über'],
] as const

const UNREAD = { value: null, typed: '' }

function kindOf(condition: DraftCondition, columns: readonly ColumnDocument[]): string {
  if (condition.kind === 'rows') return 'count'
  return columns.find(({ name }) => name === condition.column)?.kind ?? 'count'
}

interface FigureFieldProps {
  condition: DraftCondition
  kind: string
  problem: string | undefined
  onCondition: (condition: DraftCondition) => void
}

function FigureField({ condition, kind, problem, onCondition }: FigureFieldProps) {
  const isRows = condition.kind === 'rows'
  const { unit, example } = unitOf(kind)
  const value = isRows ? condition.least : condition.value
  const type = (typed: string) => {
    const read = readFigure(kind, typed)
    onCondition(
      isRows ? { ...condition, typed, least: read } : { ...condition, typed, value: read },
    )
  }
  const isWrong = condition.typed !== null && condition.typed.trim() !== '' && value === null
  const why = isWrong ? `Bitte geben Sie eine Zahl ein, zum Beispiel ${example}.` : problem
  return (
    <InputField label={isRows ? 'mindestens' : 'Wert'} problem={why}>
      {(ties) => (
        <span className="with-unit">
          <input
            {...ties}
            className="choice tabular"
            inputMode="decimal"
            autoComplete="off"
            placeholder={example}
            value={condition.typed ?? typedFigure(kind, value)}
            onChange={({ target }) => type(target.value)}
          />
          {isRows ? 'Zeilen' : unit}
        </span>
      )}
    </InputField>
  )
}

/** What the condition would decide now. */
function Today({ preview: { condition_met, condition_words } }: { preview: Preview }) {
  if (condition_met === null) return null
  return (
    <p className="condition-state flush" role="status">
      Gesendet wird {condition_words.replace(/^nur wenn/, 'nur, wenn')}.{' '}
      {condition_met ? 'Heute ginge er hinaus.' : 'Heute nicht.'}
    </p>
  )
}

interface QuietProps {
  draft: Draft
  problem: string | undefined
  onDraft: PartProps['onDraft']
}

function Quiet({ draft, problem, onDraft }: QuietProps) {
  return (
    <CountField
      label="Danach Ruhe für"
      unit="Stunden"
      hint="0 heißt: jeder Termin zählt. Sonst wird nach einer Mail so lange keine weitere gesendet."
      problem={problem}
      value={draft.cool_down_hours}
      onValue={(cool_down_hours) => onDraft({ cool_down_hours })}
    />
  )
}
