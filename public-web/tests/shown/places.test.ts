import { afterEach, expect, test, vi } from 'vitest'
import { followPlaces } from '@/shown/places'

const later = () => new Promise((done) => setTimeout(done))

/** A page of a park as the server wrote it, whose server now answers this. */
async function open(state: string, free: number, isPaused = false) {
  document.body.innerHTML = `
    <header class="head" data-park="ingolstadt" data-state="${state}" data-spots="500"></header>
    <p class="hero__free"></p>`
  const answer = { spots_free: free, is_paused: isPaused }
  const asked = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', asked)
  const reload = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload })
  followPlaces()
  await later()
  return { asked, answer, reload, said: () => document.querySelector('.hero__free')?.textContent }
}

/** The visitor comes back to the tab after so many milliseconds. */
async function comeBack(after: number) {
  vi.spyOn(performance, 'now').mockReturnValue(after)
  document.dispatchEvent(new Event('visibilitychange'))
  await later()
}

afterEach(() => vi.unstubAllGlobals())

test('it says how many places are free', async () => {
  const { said, reload } = await open('open', 1)
  expect(said()).toBe('Zurzeit ist 1 von 500 Plätzen frei.')
  expect(reload).not.toHaveBeenCalled()
})

test('a page that was just opened claims nothing that the server does not say, and stays', async () => {
  const { said, reload } = await open('open', 0)
  await comeBack(1000)
  expect(said()).toBe('')
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['open', 0, false],
  ['full', 3, false],
  ['open', 7, true],
])(
  'one of a park that was %s is loaded anew when somebody comes back to %i places',
  async (...is) => {
    const { reload } = await open(...is)
    await comeBack(61_000)
    expect(reload).toHaveBeenCalled()
  },
)

test('of a park that was called off nothing is asked, now or later', async () => {
  const listened = vi.spyOn(document, 'addEventListener')
  const { asked } = await open('cancelled', 0)
  expect(asked).not.toHaveBeenCalled()
  expect(listened).not.toHaveBeenCalled()
})
