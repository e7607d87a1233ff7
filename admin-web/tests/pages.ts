/** What every test of a page needs. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// What a page shows after an answer may take seconds where other work shares the processor; Testing Library gives up after one.
configure({ asyncUtilTimeout: 15_000 })

// A page left mounted goes on working: the timer of its dialog's transition may end after the file's window is gone.
afterEach(cleanup)

/** A stream that never says anything: the window of the tests has none. */
class SilentSource {
  close() {}
}
beforeEach(() => {
  vi.stubGlobal('EventSource', SilentSource)
})
