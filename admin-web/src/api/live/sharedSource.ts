import { type LiveMessage, type LiveState, openSource } from './source'

type Told = { message: LiveMessage } | { state: LiveState } | { question: 'state' }

const NAME = 'voltigo-live'

/**
 * One stream for all tabs of a browser, which allows only six connections to a host over HTTP/1.1: the
 * tab that holds the lock has the line and tells the others; when it closes, the next one gets the lock.
 * Without locks, which browsers offer to safe origins alone, each tab has a line of its own.
 */
export function openSharedSource(
  onMessage: (message: LiveMessage) => void,
  onState: (state: LiveState) => void,
): () => void {
  const began = performance.now()
  if (!navigator.locks) return openSource({ onMessage, onState }, { began, wasOpen: false })
  const channel = new BroadcastChannel(NAME)
  const leaving = new AbortController()
  let state: LiveState = 'connecting'
  let isHolder = false
  let wasLive = false

  const note = (next: LiveState) => {
    state = next
    wasLive ||= next === 'live'
    onState(next)
  }
  const tell = (told: Told) => channel.postMessage(told)
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('message' in data) onMessage(data.message)
    else if ('state' in data) note(data.state)
    else if (isHolder) tell({ state })
  }
  tell({ question: 'state' })

  navigator.locks
    .request(NAME, { signal: leaving.signal }, async () => {
      isHolder = true
      const receiver = {
        onMessage: (message: LiveMessage) => {
          onMessage(message)
          tell({ message })
        },
        onState: (next: LiveState) => {
          note(next)
          tell({ state: next })
        },
      }
      const close = openSource(receiver, { began, wasOpen: wasLive })
      await new Promise((left) => leaving.signal.addEventListener('abort', left))
      close()
    })
    .catch(() => undefined) // given up while it waited for the lock
  return () => {
    leaving.abort()
    channel.close()
  }
}
