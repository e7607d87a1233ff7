import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { ResultList } from './ResultList'
import { countWords, type Reading } from './ranges'
import { type SpotAction, useSpotAction } from './useSpotAction'

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
