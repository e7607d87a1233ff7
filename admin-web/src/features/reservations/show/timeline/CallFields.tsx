import { type RefObject, useId } from 'react'
import type { Schemas } from '@/api/operations'
import { formatTime } from '@/lib/format'

/** A call being noted. */
export interface CallDraft {
  /** Milliseconds since 1970. */
  began: number
  /** `null`: nobody has said yet. */
  isReached: boolean | null
  minutes: string
}

export const newCall = (): CallDraft => ({ began: Date.now(), isReached: null, minutes: '' })

const minutesSince = (began: number): number => Math.floor((Date.now() - began) / 60_000)

/** As it is sent. Minutes that are no number go as they are, and the server says what is wrong with them. */
export function callBody({ began, isReached, minutes }: CallDraft): Schemas['CallIn'] {
  return {
    minutes: isReached ? Number(minutes) : null,
    began_minutes_ago: Math.min(minutesSince(began), 24 * 60),
  }
}

/** „4 Minuten“. */
export const minutesWords = (minutes: number): string =>
  `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`

interface CallFieldsProps {
  call: CallDraft
  onChange: (call: CallDraft) => void
  /** The first choice, for the focus of the keyboard. */
  first: RefObject<HTMLInputElement | null>
  wrong: string | undefined
}

/** Whether somebody was reached, and how long one talked: as long as has gone by, unless another number is typed. */
export function CallFields({ call, onChange, first, wrong }: CallFieldsProps) {
  const name = useId()
  const choose = (isReached: boolean) =>
    onChange({
      ...call,
      isReached,
      minutes: isReached ? call.minutes || String(minutesSince(call.began) + 1) : '',
    })
  return (
    <fieldset className="note-call">
      <legend className="visually-hidden">Anruf</legend>
      <span className="muted tiny">Anruf um {formatTime(new Date(call.began).toISOString())}</span>
      <label>
        <input
          ref={first}
          type="radio"
          name={name}
          checked={call.isReached === true}
          onChange={() => choose(true)}
        />
        Erreicht
      </label>
      <label>
        <input
          type="radio"
          name={name}
          checked={call.isReached === false}
          onChange={() => choose(false)}
        />
        Nicht erreicht
      </label>
      {call.isReached && (
        <label>
          <input
            type="number"
            min={1}
            max={480}
            value={call.minutes}
            aria-invalid={wrong !== undefined}
            onChange={(event) => onChange({ ...call, minutes: event.target.value })}
          />
          Minuten
        </label>
      )}
    </fieldset>
  )
}
