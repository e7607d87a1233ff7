import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { countWords, type Reading } from './ranges'

interface SpotActionsProps {
  park: string
  text: string
  reading: Reading
  onText: (text: string) => void
}

/** Withhold spots from everybody or give them back, with a reason; the answer names each that could not be. */
export function SpotActions({ park, text, reading, onText }: SpotActionsProps) {
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const { run, isRunning, answer } = useSpotAction(park)
  const count = reading.numbers.length
  const isReady = count > 0 && reading.problem === null

  async function perform(action: SpotAction) {
    setReasonMissing(!reason.trim())
    if (!reason.trim()) return
    if (!(await run(action, reading.numbers, reason.trim()))) return
    // The next reason may have been typed while the page was being renewed.
    setReason((current) => (current === reason ? '' : current))
  }

  return (
    <section className="sheet" aria-labelledby="block-spots">
      <h2 id="block-spots">Sperren und freigeben</h2>
      <form className="input-stack" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <TextField
          label="Plätze"
          value={text}
          onChange={(event) => onText(event.target.value)}
          error={reading.problem !== null}
          helperText={reading.problem ?? chosenWords(count)}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <TextField
          label="Grund"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={isReasonMissing && !reason.trim()}
          helperText={
            isReasonMissing && !reason.trim()
              ? 'Bitte nennen Sie einen Grund. Er steht im Verlauf jedes Platzes.'
              : 'Steht im Verlauf jedes Platzes.'
          }
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <p className="buttons">
          <Button disabled={!isReady || isRunning} onClick={() => perform('block')}>
            {isReady ? `${countWords(count)} sperren` : 'Sperren'}
          </Button>
          <Button disabled={!isReady || isRunning} onClick={() => perform('release')}>
            {isReady ? `${countWords(count)} freigeben` : 'Freigeben'}
          </Button>
        </p>
      </form>
      {answer && <ResultList answer={answer} />}
    </section>
  )
}

const chosenWords = (count: number): string =>
  count === 0
    ? 'Im Bild wählen oder eintippen, etwa 17, 20–25.'
    : `${countWords(count)} gewählt. Weitere mit Umschalt- oder Strg-Klick.`

const DONE = { block: 'gesperrt', release: 'freigegeben' }
/** Where one sentence was the answer for many, their numbers stand together. */
const MOST_LINES = 50

/** What became of each number. */
function ResultList({ answer }: { answer: NamedAnswer }) {
  const refused = answer.results.filter(({ outcome }) => outcome === 'refused')
  return (
    <div className="result" role="status">
      <p>
        <strong>
          {countWords(answer.done)} {DONE[answer.action]}.
        </strong>
        {answer.refused > 0 && ` ${countWords(answer.refused)} nicht:`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.slice(0, MOST_LINES).map(({ number, detail, code }) => (
            <li key={number}>
              <b>Platz {number}</b>: {detail ?? code}
            </li>
          ))}
          {refused.length > MOST_LINES && <li>und {refused.length - MOST_LINES} weitere</li>}
        </ul>
      )}
    </div>
  )
}

type SpotAction = 'block' | 'release'

type NamedAnswer = Schemas['SpotResultsOut'] & { action: SpotAction }

/** Blocks or releases spots and renews the park's picture. `run` is true when the server took the call. */
function useSpotAction(park: string) {
  const call = useCall()
  const notify = useNotify()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [answer, setAnswer] = useState<NamedAnswer | null>(null)

  async function run(action: SpotAction, numbers: number[], reason: string) {
    setRunning(true)
    setAnswer(null)
    try {
      const result = await call('post', `/api/staff/parks/{park}/spots/${action}`, {
        params: { path: { park } },
        body: { numbers, reason },
      })
      setAnswer({ ...result, action })
      await queries.invalidateQueries({ queryKey: ['parks'] })
      return true
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
      return false
    } finally {
      setRunning(false)
    }
  }

  return { run, isRunning, answer }
}
