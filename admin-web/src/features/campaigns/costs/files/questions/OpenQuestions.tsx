import Button from '@mui/material/Button'
import { formatDay, formatMoney } from '@/lib/format'
import { type Question, VATS, type Wish } from '../costImport'

interface OpenQuestionsProps {
  questions: readonly Question[]
  columns: readonly string[]
  onMapping: (wish: Wish) => void
}

/** What only a person knows about the file; one press settles each question for the whole file. */
export const OpenQuestions = ({ questions, columns, onMapping }: OpenQuestionsProps) =>
  questions.map((question) => (
    <fieldset key={question.about} className="caution">
      <legend>{questionWords(question)}</legend>
      <p className="buttons">
        {question.readings.map((reading) => (
          <Button
            key={reading.value}
            variant="outlined"
            onClick={() => onMapping(answered(question, reading.value))}
          >
            {readingWords(question, reading, columns)}
          </Button>
        ))}
      </p>
    </fieldset>
  ))

type Reading = Question['readings'][number]

const ANSWERS: Partial<Record<Question['about'], (value: string) => unknown>> = {
  amount: Number,
  vat: Number,
  is_spread: () => true,
}

const answered = ({ about }: Question, value: string): Wish => ({
  [about]: ANSWERS[about]?.(value) ?? value,
})

export function questionWords({ about, column, readings }: Question): string {
  if (about === 'number_format')
    return `${sums(readings).join(' oder ')}? Die Zahlen in „${column}“ lassen sich auf zwei Arten lesen.`
  if (about === 'day_format')
    return `${readings.map(spanWords).join(' oder ')}? Die Tage in „${column}“ lassen sich auf zwei Arten lesen.`
  if (about === 'vat')
    return `Enthalten die Beträge in „${column}“ Umsatzsteuer? Gezählt werden die Kosten ohne sie.`
  if (about === 'is_spread')
    return `Die Beträge gelten für Wochen oder Monate: ${readings.map(spanWords).join(' oder ')}. Auf den ersten Tag buchen wir sie nicht. Genauer ist eine Datei nach Tagen.`
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
  if (about === 'is_spread')
    return `Gleichmäßig auf die Tage verteilen, zusammen ${formatMoney(reading.cents)}`
  if (about === 'vat') {
    const words = VATS.find(([vat]) => String(vat) === reading.value)?.[1]
    return `${words}: ${formatMoney(reading.cents)}`
  }
  const name = columns[Number(reading.value)] || column
  return `„${name}“, zusammen ${formatMoney(reading.cents)}`
}
