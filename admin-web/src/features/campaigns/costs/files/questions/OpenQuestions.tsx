import Button from '@mui/material/Button'
import { formatDay, formatMoney } from '@/lib/format'
import type { Mapping, Question } from '../costImport'

interface OpenQuestionsProps {
  questions: readonly Question[]
  columns: readonly string[]
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}

/** What only a person knows about the file; one press settles each question for the whole file. */
export const OpenQuestions = ({ questions, columns, mapping, onMapping }: OpenQuestionsProps) =>
  questions.map((question) => (
    <fieldset key={question.about} className="caution">
      <legend>{questionWords(question)}</legend>
      <p className="buttons">
        {question.readings.map((reading) => (
          <Button
            key={reading.value}
            variant="outlined"
            onClick={() => onMapping({ ...mapping, ...answered(question, reading.value) })}
          >
            {readingWords(question, reading, columns)}
          </Button>
        ))}
      </p>
    </fieldset>
  ))

type Reading = Question['readings'][number]

const answered = ({ about }: Question, value: string): Partial<Mapping> => ({
  [about]: about === 'amount' ? Number(value) : value,
})

export function questionWords({ about, column, readings }: Question): string {
  if (about === 'number_format')
    return `${sums(readings).join(' oder ')}? Die Zahlen in „${column}“ lassen sich auf zwei Arten lesen.`
  if (about === 'day_format')
    return `${readings.map(spanWords).join(' oder ')}? Die Tage in „${column}“ lassen sich auf zwei Arten lesen.`
  return readings.length === 1
    ? `Sind die Beträge in „${column}“ die Kosten ohne Umsatzsteuer? Nach dem Namen der Spalte ist das nicht sicher.`
    : 'In welcher Spalte stehen die Kosten ohne Umsatzsteuer? Nach den Namen der Spalten ist das nicht sicher.'
}

const sums = (readings: readonly Reading[]): string[] =>
  readings.map(({ cents }) => formatMoney(cents))

function spanWords({ first_day, last_day }: Reading): string {
  if (!first_day || !last_day) return 'kein lesbarer Tag'
  const first = formatDay(first_day)
  return first_day === last_day ? first : `${first} bis ${formatDay(last_day)}`
}

function readingWords({ about, column }: Question, reading: Reading, columns: readonly string[]) {
  if (about === 'day_format') return spanWords(reading)
  if (about === 'number_format') return `zusammen ${formatMoney(reading.cents)}`
  const name = columns[Number(reading.value)] || column
  return `„${name}“, zusammen ${formatMoney(reading.cents)}`
}
