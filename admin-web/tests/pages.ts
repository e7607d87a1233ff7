/** What every test of a page needs. The files of a worker share their modules, so a test leaves nothing in them. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetDrafts } from '@/session/draft'
import { noteSession } from '@/session/session'

// What a page shows after an answer may take seconds where other work shares the processor; Testing Library gives up after one.
configure({ asyncUtilTimeout: 15_000 })

/** A stream that never says anything: the window of the tests has none. */
class SilentSource {
  close() {}
}
/** A window in which nothing ever comes into view: those of the tests have no layout. */
class BlindObserver {
  observe() {}
  disconnect() {}
}
beforeEach(() => {
  vi.stubGlobal('EventSource', SilentSource)
  vi.stubGlobal('IntersectionObserver', BlindObserver)
})

afterEach(() => {
  // First: a page left mounted goes on working, and would take the next test's answer.
  cleanup()
  vi.unstubAllGlobals()
  forgetDrafts()
  noteSession(null)
  sessionStorage.clear()
  localStorage.clear()
})
