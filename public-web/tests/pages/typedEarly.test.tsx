import { act, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from '@/app/App'
import { loadPage } from '@/app/pages'
import { routeOf, routes } from '@/app/routes'
import { Door } from '@/features/household/Door'
import { JoinForm } from '@/features/waitingList/JoinForm'
import { LostLink } from '@/features/waitingList/LostLink'
import { isLive } from '@/lib/paths'
import { PLACEHOLDERS } from '@/lib/settings'
import { SettingsContext } from '@/lib/settingsContext'
import { all, one, serve, settle } from './opened'

const within = (content: ReactNode, path = '/') => (
  <SettingsContext value={PLACEHOLDERS}>
    <StaticRouter location={path}>{content}</StaticRouter>
  </SettingsContext>
)

/** A finished form, filled in before React takes it over; answers what it then sends. */
async function sent(form: ReactNode, typed: Record<string, string>) {
  const calls = serve({})
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(within(form))
  for (const [id, text] of Object.entries(typed))
    one<HTMLInputElement>(container, `#${id}`).value = text
  const root = await act(async () => hydrateRoot(container, within(form)))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    container.remove()
    vi.unstubAllGlobals()
  })
  await settle()
  await act(async () => one<HTMLFormElement>(container, 'form').requestSubmit())
  await settle()
  return calls.at(-1)?.body
}

const ADDRESS = 'nele@example.org'

test('the address of who lost the link', async () => {
  const typed = await sent(<Door title="" lead="" />, { email: ADDRESS })
  expect(typed).toEqual({ email: ADDRESS })
})

test('the address on the waiting list', async () => {
  const typed = await sent(<LostLink isOpen note="" />, { listed_email: ADDRESS })
  expect(typed).toEqual({ email: ADDRESS })
})

test('name and address of who joins the waiting list', async () => {
  const form = <JoinForm park="ingolstadt" onEntered={() => {}} />
  const typed = await sent(form, { name: 'Nele Hartwig', email: ADDRESS })
  expect(typed).toMatchObject({ name: 'Nele Hartwig', email: ADDRESS })
})

/** Those of the form and of the invest screen are filled in before React by their journeys. */
test('no other page that React takes over has fields to type into before', async () => {
  const found: string[] = []
  for (const { path } of routes.filter((route) => isLive(route.path))) {
    const route = routeOf(path)
    if (route) await loadPage(route)
    const page = document.createElement('div')
    page.innerHTML = renderToString(within(<App settings={PLACEHOLDERS} />, path))
    const fields = all(page, 'input:not([type=radio], [type=checkbox]), select, textarea')
    if (fields.length > 0) found.push(path)
  }
  expect(found.sort()).toEqual([
    '/dashboard/invest',
    '/meine-reservierung',
    '/reservierung',
    '/warteliste',
  ])
})
