import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { App } from '@/app/App'
import { loadPage } from '@/app/pages'
import { notFoundRoute, routeOf } from '@/app/routes'
import { isLive } from '@/lib/paths'
import { PLACEHOLDERS, type Settings } from '@/lib/settings'
import { moveShown } from '@/shown/moveShown'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** An answer of the server, by the end of its address; one that is missing is a lost connection. */
export type Replies = Record<string, { status?: number; body?: unknown; headers?: HeadersInit }>

const FREE = { '/spots': { body: { park: 'ingolstadt', total: 500, free: 500, taken: [] } } }

export const plain = (text: string | null | undefined) =>
  (text ?? '').replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim()

/** A server that answers by the table; every call is noted. */
export function serve(replies: Replies) {
  const calls: { address: string; body: Record<string, unknown>; key: string | null }[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const key = new Headers(init?.headers).get('Idempotency-Key')
    calls.push({ address, body: init?.body ? JSON.parse(String(init.body)) : {}, key })
    const name = Object.keys(replies).find((end) => address.endsWith(end))
    if (name === undefined) throw new TypeError('Failed to fetch')
    const { status = 200, body = {}, headers = {} } = replies[name] ?? {}
    return new Response(JSON.stringify(body), { status, headers })
  })
  return calls
}

/** Draws as a browser does; it is gone when the test ends. */
export async function draw(content: ReactNode) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    container.remove()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(content))
  await settle()
  return container
}

/** The whole site at an address; its calls are answered by `replies`, which a test may change meanwhile. */
export async function open(
  address: string,
  { replies = {}, settings = {} }: { replies?: Replies; settings?: Partial<Settings> } = {},
) {
  const known: Replies = { ...FREE, ...replies }
  const calls = serve(known)
  window.history.replaceState(null, '', address)
  await loadPage(routeOf(window.location.pathname) ?? notFoundRoute)
  const container = await draw(
    <BrowserRouter>
      <App settings={{ ...PLACEHOLDERS, ...settings }} />
    </BrowserRouter>,
  )
  if (!isLive(address)) await moveShown()
  return { main: one(container, 'main'), calls, replies: known }
}

/** Until what is under way has been drawn. */
export const settle = () => act(async () => void (await new Promise((done) => setTimeout(done))))

export function one<Found extends Element = HTMLElement>(within: ParentNode, selector: string) {
  const found = within.querySelector<Found>(selector)
  if (!found) throw new Error(`nothing is ${selector}`)
  return found
}

export const all = (within: ParentNode, selector: string) => [
  ...within.querySelectorAll<HTMLElement>(selector),
]

/** What a person reads, piece by piece. */
export const texts = (within: ParentNode, selector: string) =>
  all(within, selector).map((found) => plain(found.textContent))

/** A button or a link by its words. */
export function named(within: ParentNode, words: string, selector = 'a, button') {
  const found = all(within, selector).find((element) =>
    plain(element.textContent).startsWith(words),
  )
  if (!found) throw new Error(`nothing says „${words}“`)
  return found
}

export async function press(element: HTMLElement) {
  await act(async () => {
    element.focus()
    element.click()
  })
  await settle()
}

/** Puts a value into a field, as typing does. */
export async function fill(field: HTMLElement, value: string) {
  const [kind, event] =
    field instanceof HTMLSelectElement
      ? [HTMLSelectElement, 'change']
      : field instanceof HTMLTextAreaElement
        ? [HTMLTextAreaElement, 'input']
        : [HTMLInputElement, 'input']
  await act(async () => {
    field.focus()
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(event, { bubbles: true }))
  })
}
