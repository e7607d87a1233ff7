import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { counted, formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { DayField, MoneyField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { countWords } from '../countWords'
import {
  type CheckedFile,
  type CheckedRow,
  type Choices,
  CREDIT_CHOICES,
  PLATFORMS,
  REASON_WORDS,
  type Totals,
  type Wish,
} from './costImport'
import { CurrencyRates, foreignMoney } from './questions/CurrencyRates'
import { LeaveOut } from './questions/LeaveOut'
import { NamesChoice } from './questions/NamesChoice'
import { OpenQuestions } from './questions/OpenQuestions'
import { RepeatedChoice } from './questions/RepeatedChoice'

const FIRST = 12

interface CheckResultProps {
  checked: CheckedFile
  choices: Choices
  isChecking: boolean
  onChoices: (choices: Choices) => void
  onMapping: (wish: Wish) => void
  /** To be checked again as it stands. */
  onRenew: () => void
}

/** Step 3: what came out, row by row; what stands in the way first. */
export function CheckResult(props: CheckResultProps) {
  const { checked, choices, isChecking, onChoices, onMapping, onRenew } = props
  const { already_imported: before, columns, platform, questions, totals } = checked
  return (
    <Section title="3. Prüfung">
      <p role="status">{isChecking ? 'Wird geprüft' : checkWords(checked)}</p>
      <OpenQuestions {...{ questions, columns, onMapping }} />
      {platform !== 'other' && (
        <p className="tiny muted">Erkannt als Datei von {PLATFORMS[platform]}.</p>
      )}
      {before && (
        <p className="caution">
          Genau diese Datei wurde schon eingelesen: am {formatMoment(before.at)}, Nummer {before.id}
          . Prüfen Sie bitte, ob Sie das noch einmal möchten.
        </p>
      )}
      {totals.repeated > 0 && (
        <RepeatedChoice
          count={totals.repeated}
          value={choices.repeated}
          onChange={(repeated) => onChoices({ ...choices, repeated })}
        />
      )}
      {totals.credits > 0 && (
        <CreditsChoice
          totals={totals}
          value={choices.credits}
          onChange={(credits) => onChoices({ ...choices, credits })}
        />
      )}
      <CurrencyRates {...{ currencies: checked.currencies, choices, onChoices }} />
      <NamesChoice checked={checked} onChange={onRenew} />
      <Rows rows={checked.rows} choices={choices} onChoices={onChoices} />
      {checked.rows_left_out > 0 && (
        <p className="tiny muted">
          Weitere {formatNumber(checked.rows_left_out)} Zeilen ohne Auffälligkeiten zeigen wir hier
          nicht. Eingelesen werden sie mit.
        </p>
      )}
    </Section>
  )
}

type CheckedWords = Pick<CheckedFile, 'totals' | 'questions' | 'not_taken'>

/** The headline. It gives a sum only where nothing is open that would change it. */
export function checkWords({ totals, questions, not_taken }: CheckedWords): string {
  const { lines, rows, cents, problems, notices, overlaps, skipped, left_out } = totals
  const read = counted(lines, 'Eine Zeile', 'Zeilen')
  const amounts = counted(rows, 'einem Betrag', 'Beträgen')
  const parts = [
    questions.length > 0
      ? `${read} mit ${amounts}. Bevor wir sie einlesen, brauchen wir ${counted(questions.length, 'eine Antwort', 'Antworten')} von Ihnen.`
      : `${read} mit ${amounts}, zusammen ${formatMoney(cents)}.`,
  ]
  if (not_taken) parts.push(`Gezählt wird ohne Umsatzsteuer, „${not_taken}“ bleibt außen vor.`)
  if (skipped > 0)
    parts.push(counted(skipped, 'Eine Summenzeile', 'Summenzeilen').concat(' übergangen.'))
  const counts = countWords({ ...totals, cents: totals.clicked_cents })
  if (counts) parts.push(counts)
  if (left_out > 0) parts.push(counted(left_out, 'Eine Zeile', 'Zeilen').concat(' ausgelassen.'))
  if (problems > 0)
    parts.push(counted(problems, 'Eine Zeile braucht Ihren Blick.', 'Zeilen brauchen Ihren Blick.'))
  if (overlaps > 0)
    parts.push(
      counted(overlaps, 'An einem Tag steht schon ein Betrag.', 'Tage haben schon einen Betrag.'),
    )
  if (problems + overlaps + questions.length > 0) return parts.join(' ')
  parts.push(
    notices > 0
      ? counted(notices, 'Zu einer Zeile steht ein Hinweis.', 'Zeilen haben einen Hinweis.')
      : 'Alles passt.',
  )
  return parts.join(' ')
}

/** Rows with a problem first, then those that overlap, each in the order of the file. */
export function byUrgency(rows: readonly CheckedRow[]): CheckedRow[] {
  const rank = ({ problem, overlaps, notice }: CheckedRow) =>
    problem ? 0 : overlaps ? 1 : notice ? 2 : 3
  return [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
}

interface RowsProps {
  rows: readonly CheckedRow[]
  choices: Choices
  onChoices: (choices: Choices) => void
}

function Rows({ rows, choices, onChoices }: RowsProps) {
  const hasCounts = rows.some(({ clicks, impressions }) => clicks !== null || impressions !== null)
  const [isWhole, setWhole] = useState(false)
  const sorted = byUrgency(rows)
  const shown = isWhole ? sorted : sorted.slice(0, FIRST)
  return (
    <>
      <PlainTable<CheckedRow>
        label="Zeilen der Datei"
        rows={shown}
        rowKey={({ line }) => line}
        columns={[
          { label: 'Zeile', isNumeric: true, render: ({ line }) => line },
          {
            label: 'Ergebnis',
            isText: true,
            render: (row) => (
              <>
                <Outcome row={row} />
                <LeaveOut row={row} choices={choices} onChoices={onChoices} />
              </>
            ),
          },
          { label: 'Kampagne', isText: true, render: (row) => <Campaign row={row} /> },
          { label: 'Tag', render: (row) => <Days row={row} /> },
          { label: 'Betrag', isNumeric: true, render: (row) => <Amount row={row} /> },
          ...(hasCounts ? COUNT_COLUMNS : []),
        ]}
      />
      {shown.length < sorted.length && (
        <Button onClick={() => setWhole(true)}>Alle {sorted.length} Zeilen zeigen</Button>
      )}
    </>
  )
}

const countText = (count: number | null): string => (count === null ? '–' : formatNumber(count))

const COUNT_COLUMNS = [
  { label: 'Klicks', isNumeric: true, render: ({ clicks }: CheckedRow) => countText(clicks) },
  {
    label: 'Einblendungen',
    isNumeric: true,
    render: ({ impressions }: CheckedRow) => countText(impressions),
  },
]

/** Our campaign, and what the file calls it where that differs. */
function Campaign({ row: { campaign_name, name } }: { row: CheckedRow }) {
  if (campaign_name === null) return name || '–'
  return (
    <>
      {campaign_name}
      {name !== campaign_name && <small>{name}</small>}
    </>
  )
}

const Days = ({ row: { day, last_day } }: { row: CheckedRow }) => (
  <>
    <DayField on={day} />
    {last_day && (
      <small>
        bis <DayField on={last_day} />
      </small>
    )}
  </>
)

function Amount({ row: { cents, amount, currency } }: { row: CheckedRow }) {
  const isForeign = currency !== 'EUR' && amount !== null
  return (
    <>
      {(cents !== null || !isForeign) && <MoneyField cents={cents} />}
      {isForeign && <small>{foreignMoney(amount, currency)}</small>}
    </>
  )
}

function Outcome({ row: { problem, notice, overlaps, left_out } }: { row: CheckedRow }) {
  if (left_out === 'unstated') return <span className="muted">ausgelassen</span>
  if (left_out) return <span className="muted">ausgelassen: {REASON_WORDS[left_out]}</span>
  if (problem) return <span className="error-text">{problem.message}</span>
  return (
    <>
      {overlaps ? (
        <span className="duplicates">
          Schon {formatMoney(overlaps.cents)}, {originWords(overlaps.import_id)}
        </span>
      ) : (
        <span className="muted">neu</span>
      )}
      {notice && <small>{notice.message}</small>}
    </>
  )
}

const originWords = (importId: number | null): string =>
  importId === null ? 'von Hand' : `aus Nummer ${importId}`

interface CreditsChoiceProps {
  totals: Totals
  value: Choices['credits']
  onChange: (value: Choices['credits']) => void
}

/** Amounts below zero: credit notes, or a wrong column? Only a person knows. */
function CreditsChoice({ totals, value, onChange }: CreditsChoiceProps) {
  return (
    <FormControl>
      <FormLabel id="credit-notes">
        {counted(totals.credits, 'Eine Zeile liegt unter null', 'Zeilen liegen unter null')},
        zusammen {formatMoney(totals.credit_cents)}. Sind das Gutschriften?
      </FormLabel>
      <RadioGroup
        aria-labelledby="credit-notes"
        value={value}
        onChange={(event) => onChange(event.target.value as Choices['credits'])}
      >
        {CREDIT_CHOICES.map(({ name, label }) => (
          <FormControlLabel key={name} value={name} control={<Radio />} label={label} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
