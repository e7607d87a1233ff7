import type { Schemas } from '@/api/operations'

export type LiveMessage = Schemas['LiveMessageOut']
export type LiveState = 'connecting' | 'live' | 'away'

const ADDRESS = '/api/staff/live'
/** The server says something every 15 seconds; after so many milliseconds of silence the line is dead. */
const SILENCE = 40_000
/** The stream goes back so many seconds at most. */
const LONGEST_BACK = 3_600
/** Before another try where the server refused the line, in milliseconds. */
const PAUSE = 5_000

interface Receiver {
  onMessage: (message: LiveMessage) => void
  onState: (state: LiveState) => void
}

/**
 * The stream of one tab, kept open until the returned function is called. The browser connects again by
 * itself after a broken line; this does so after a silent or a refused one.
 *
 * `wasOpen`: whether this tab heard of changes before, so that it may have missed some until now. Where it
 * did not, the stream begins with what changed since the tab `began` to read, by the browser's own clock.
 */
export function openSource(
  { onMessage, onState }: Receiver,
  { began, wasOpen }: { began: number; wasOpen: boolean },
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFurther = wasOpen

  const later = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(connect, milliseconds)
  }
  function connect() {
    source?.close()
    const back = Math.ceil((performance.now() - began) / 1000) + 1
    // A new line does not know where the one before ended, so everything is read again.
    const isAgain = isFurther || back > LONGEST_BACK
    source = new EventSource(isAgain ? ADDRESS : `${ADDRESS}?back_seconds=${back}`)
    later(SILENCE)
    source.onopen = () => {
      onState('live')
      if (isAgain) onMessage({ type: 'many' })
      isFurther = true
    }
    source.onmessage = ({ data }) => {
      later(SILENCE)
      const message: LiveMessage = JSON.parse(data)
      if (message.type !== 'beat') onMessage(message)
    }
    source.onerror = () => {
      onState('away')
      if (source?.readyState === EventSource.CLOSED) later(PAUSE)
    }
  }

  // A browser without a network does not notice at once that an open line is dead.
  const onOffline = () => onState('away')
  addEventListener('offline', onOffline)
  addEventListener('online', connect)
  onState('connecting')
  connect()
  return () => {
    removeEventListener('offline', onOffline)
    removeEventListener('online', connect)
    clearTimeout(timer)
    source?.close()
  }
}
