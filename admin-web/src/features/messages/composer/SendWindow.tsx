import Button from '@mui/material/Button'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import type { AnswerState } from '../message'
import { leaveWords, leftWords, minutesLeft } from './compose'
import { useNow } from './useNow'

interface SendWindowProps {
  answer: AnswerState & { leaves_at: string }
  minutes: number
  isRunning: boolean
  problem: string | null
  onWithdraw: () => void
  onHasten: () => void
  /** To the next conversation that waits; nothing where none does. */
  /** A further answer beside this one; nothing while one is being written. */
  onFurther: (() => void) | undefined
  onNext: (() => void) | undefined
  nextWords?: string | undefined
}

/** An answer that has not left: its minutes as cells, and the way back. */
export function SendWindow(props: SendWindowProps) {
  const { answer, minutes, isRunning, onWithdraw, onHasten, onFurther, onNext } = props
  const { nextWords = 'Nächste Nachricht' } = props
  const now = useNow(5_000)
  const left = minutesLeft(answer.leaves_at, now)
  useShortcut('z', onWithdraw)
  return (
    <section className="composer send-window" aria-label="Unterwegs">
      {left <= minutes && <WindowCells minutes={minutes} left={left} />}
      <p>
        <b className="tabular">{leaveWords(answer.leaves_at, now)}</b>{' '}
        {left <= minutes && `${leftWords(left)} Eine Zelle ist eine Minute.`}
      </p>
      {props.problem && <p role="alert">{props.problem}</p>}
      <div className="composer-foot">
        <Button variant="outlined" disabled={isRunning} aria-keyshortcuts="z" onClick={onWithdraw}>
          Zurückholen und ändern <Key name="z" />
        </Button>
        <Button disabled={isRunning} onClick={onHasten}>
          Jetzt schon senden
        </Button>
        {onFurther && <Button onClick={onFurther}>Noch eine Antwort</Button>}
        {onNext && (
          <Button variant="contained" color="secondary" onClick={onNext}>
            {nextWords} <Key name="j" />
          </Button>
        )}
      </div>
    </section>
  )
}

const CELL = 44

/** Minutes that have passed are filled. */
function WindowCells({ minutes, left }: { minutes: number; left: number }) {
  const gone = minutes - left
  return (
    <svg
      className="window-cells"
      viewBox={`0 0 ${minutes * CELL} 18`}
      role="img"
      aria-label={`${gone} von ${minutes} Minuten vergangen`}
    >
      {Array.from({ length: minutes }, (_, minute) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a minute has no other name
          key={minute}
          className={minute < gone ? 'c-module' : 'c-free'}
          x={minute * CELL + 1}
          y="1"
          width={CELL - 4}
          height="16"
        />
      ))}
    </svg>
  )
}
