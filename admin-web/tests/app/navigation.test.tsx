import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authProvider } from '@/app/authProvider'
import { HelpDialog } from '@/app/help/HelpDialog'
import { Layout } from '@/app/Layout'
import { mayVisit, NAVIGATION, tabsFor } from '@/app/navigation'
import { noteSession, type Role } from '@/session/session'
import { ColourScheme } from '@/theme/ColourScheme'
import { Page } from '@/ui/page/Page'
import { renderAt, sessionOf } from '../screen'
import { answering, refusal } from '../server'

function entriesOf(role: Role): (string | null)[] {
  noteSession(sessionOf(role))
  renderAt('/', {
    '/': (
      <Layout>
        <Page title="Heute" />
      </Layout>
    ),
  })
  return screen.getAllByRole('listitem').map((entry) => entry.textContent)
}

/** The tabs above the page at an address, the current one with its star. */
function tabsOf(role: Role, address: string, title: string): (string | null)[] {
  noteSession(sessionOf(role))
  renderAt(address, {
    [address]: (
      <Layout>
        <Page title={title} />
      </Layout>
    ),
  })
  const tabs = document.querySelectorAll('.page-tabs a')
  return [...tabs].map((tab) => tab.textContent + (tab.hasAttribute('aria-current') ? '*' : ''))
}

test('each role sees its own pages', () => {
  expect(entriesOf('marketing')).toEqual(['Heute', 'Reservierungen', 'Auswerten', 'Marketing'])
  cleanup()
  expect(entriesOf('staff')).toEqual([
    'Heute',
    'Reservierungen',
    'Nachrichten',
    'Park',
    'Auswerten',
  ])
  cleanup()
  expect(entriesOf('admin')).toHaveLength(7)
  expect(screen.getByRole('link', { name: 'Einstellungen' }).getAttribute('href')).toBe('/state')
})

test('the pages of an entry are tabs above each of them, as far as a role sees them', () => {
  expect(tabsOf('staff', '/waiting-list', 'Warteliste')).toEqual([
    'Liste',
    'Verträge',
    'Warteliste*',
    'Klären',
  ])
  const current = screen.getByRole('link', { current: 'page', name: 'Reservierungen' })
  expect(current.closest('nav')?.getAttribute('aria-label')).toBe('Konsole')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Warteliste')
  cleanup()
  expect(tabsOf('marketing', '/reservations', 'Reservierungen')).toEqual([])
  cleanup()
  expect(tabsOf('staff', '/parks', 'Parks')).toEqual([])
})

test('pages that are looked at together stand in a row below their tab', () => {
  expect(tabsOf('staff', '/reservations/duplicates', 'Dubletten')[3]).toBe('Klären*')
  const row = screen.getByRole('navigation', { name: 'Klären' })
  expect(row.textContent).toBe('DublettenFreigabenEinlesen')
  expect(row.querySelector('[aria-current]')?.textContent).toBe('Dubletten')
  cleanup()
  expect(tabsOf('admin', '/aliases/assigned', 'Zuordnungen')[4]).toBe('Aufräumen*')
  expect(document.querySelector('.sub-pages [aria-current]')?.textContent).toBe('Schreibweisen')
  cleanup()
  tabsOf('staff', '/waiting-list', 'Warteliste')
  expect(document.querySelector('.sub-pages')).toBeNull()
})

test('no role has more than twenty tabs', () => {
  expect(NAVIGATION.flat().flatMap((entry) => tabsFor(entry, 'admin'))).toHaveLength(20)
  for (const entry of NAVIGATION.flat()) expect(entry.tabs.length).toBeLessThanOrEqual(5)
})

test('an address of another role is not opened by typing it', async () => {
  expect(mayVisit('/audit/3', 'staff')).toBe(false)
  expect(mayVisit('/jobs/forget', 'staff')).toBe(false)
  expect(mayVisit('/auditorium', 'staff')).toBe(true)
  const [clerks, marketers] = [
    [
      '/mails',
      '/declarations',
      '/contracts',
      '/payments',
      '/waiting-list',
      '/messages/templates',
      '/parks',
    ],
    ['/campaigns', '/links/build', '/costs', '/aliases', '/notes', '/referrals', '/site-check'],
  ]
  for (const path of clerks) expect([path, mayVisit(path, 'marketing')]).toEqual([path, false])
  for (const path of marketers) expect([path, mayVisit(path, 'staff')]).toEqual([path, false])
  for (const path of [...clerks, ...marketers, '/data-protection', '/accounts'])
    expect([path, mayVisit(path, 'admin')]).toEqual([path, true])
  noteSession(sessionOf('marketing'))
  expect(await authProvider.canAccess?.({ resource: 'mails', action: 'list' })).toBe(false)
  renderAt('/mails', { '/mails': <Layout>geheim</Layout> })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kein Zugriff')
  expect(screen.queryByText('geheim')).toBeNull()
})

test('the page names itself once, in heading and title', () => {
  entriesOf('staff')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toBe('Heute | Voltigo Konsole')
  expect(screen.getByRole('link', { name: 'Zum Inhalt springen' }).getAttribute('href')).toBe(
    '#main-content',
  )
  expect(screen.getByRole('button', { name: /^Angemeldet: Miriam Falk/ })).toBeTruthy()
})

function fieldOf(text: string): HTMLElement {
  const field = screen.getByRole('combobox', { name: /^Suchen/ })
  fireEvent.change(field, { target: { value: text } })
  return field
}

const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '')

test('a search from any page leads to the reservations that fit', async () => {
  entriesOf('staff')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(fieldOf(' Hartwig '), { key: 'Enter', shiftKey: true })
  await waitFor(() => expect(address()).toBe('/reservations?filter={"q":"Hartwig"}&page=1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

function Listed() {
  return (
    <Layout>
      <Page title="Reservierungen" />
    </Layout>
  )
}

test('a search on a filtered list asks the whole stock; Escape leaves everything as it was', async () => {
  noteSession(sessionOf('staff'))
  const filter = encodeURIComponent(JSON.stringify({ state: 'cancelled', q: 'Groß' }))
  renderAt(`/reservations?filter=${filter}&page=3`, { '/reservations': <Listed /> })
  const button = await screen.findByRole('button', { name: 'Suchen: Groß' })
  button.focus()
  fireEvent.click(button)
  fireEvent.keyDown(fieldOf('Vogt'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toContain('"state":"cancelled"')
  expect(document.activeElement).toBe(button)

  fireEvent.keyDown(button, { key: 'V' })
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Suchen/ }).value).toBe('V')
  fireEvent.keyDown(fieldOf('Großmann'), { key: 'Enter', shiftKey: true })
  await waitFor(() => expect(address()).toBe('/reservations?filter={"q":"Großmann"}&page=1'))
})

test('the question mark lists the keys', async () => {
  renderAt('/', { '/': <HelpDialog /> })
  fireEvent.keyDown(document.body, { key: '?' })
  expect((await screen.findByRole('dialog')).textContent).toContain('Strg K')
})

test('a session of half a log-in opens nothing', async () => {
  noteSession(sessionOf('admin', 'code'))
  await expect(authProvider.checkAuth({})).rejects.toMatchObject({ redirectTo: '/sign-in' })
})

test('only an ended session leads to the log-in page', async () => {
  noteSession(sessionOf('staff'))
  answering(refusal(401, 'signed_out'), refusal(403, 'forbidden'))
  const { call } = await import('@/api/client')
  const ended = await call('post', '/api/staff/mails/retry').catch((error: unknown) => error)
  const forbidden = await call('post', '/api/staff/mails/retry').catch((error: unknown) => error)
  await expect(authProvider.checkError(ended)).rejects.toMatchObject({ logoutUser: false })
  await expect(authProvider.checkError(forbidden)).resolves.toBeUndefined()
})

const openAccount = () => fireEvent.click(screen.getByRole('button', { name: /^Angemeldet/ }))

function chosenScheme(): string | null {
  openAccount()
  return screen.getByRole('menuitemradio', { checked: true }).textContent
}

test('the choice of light and dark is kept in this browser', () => {
  noteSession(sessionOf('staff'))
  const page = {
    '/': (
      <ColourScheme>
        <Layout>x</Layout>
      </ColourScheme>
    ),
  }
  renderAt('/', page)
  openAccount()
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Darstellung dunkel' }))
  expect(getComputedStyle(document.documentElement).getPropertyValue('--color-papier')).toBe(
    '#0b1a13',
  )
  cleanup()
  renderAt('/', page)
  expect(chosenScheme()).toBe('Darstellung dunkel')
})

test('a choice kept under its German name is still read', () => {
  localStorage.removeItem('voltigo-colour-scheme')
  localStorage.setItem('voltigo-darstellung', 'dunkel')
  noteSession(sessionOf('staff'))
  renderAt('/', {
    '/': (
      <ColourScheme>
        <Layout>x</Layout>
      </ColourScheme>
    ),
  })
  expect(chosenScheme()).toBe('Darstellung dunkel')
  localStorage.clear()
})
