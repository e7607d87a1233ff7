import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { Confirmation } from '@/features/thanks/Confirmation'
import { PLACEHOLDERS } from '@/lib/settings'
import { SettingsContext } from '@/lib/settingsContext'
import { all, draw, named, one, open, plain, serve } from './opened'

const PATH = '/reservierung/danke'
const place = (main: Element, state: string) =>
  main.querySelector(`.place-field path[fill='url(#platz-${state})']`)?.getAttribute('d') ?? ''

test.each([
  ['', 50],
  ['?spot=17', 17],
  ['?spot=501', 50],
])('%s is place %d, in heading and field', async (query, spot) => {
  const { main } = await open(PATH + query)
  expect(plain(one(main, 'h1').textContent)).toBe(`Platz ${spot} von 500 reserviert!`)
  expect(plain(one(main, '.place-field text').textContent)).toBe(`Platz ${spot}`)
})

test('who has reserved nothing is told so, and promised nothing', async () => {
  const { main } = await open(`${PATH}?spot=17`, {
    settings: { bookingUrl: 'https://termin.example' },
  })
  const words = plain(main.textContent)
  expect(words).toContain('Diese Seite allein reserviert nichts')
  expect(words).not.toMatch(
    /Bezahlt haben Sie|Ihre E-Mail-Adresse|Ihre Referenz|bestätigen Sie Ihre Adresse|Kartenprüfung/,
  )
  expect(all(main, '.thanks__text li')).toHaveLength(2)
  for (const [words, href] of [
    ['Anteil reservieren', '/reservierung'],
    ['Kontaktformular', '/kontakt?anliegen=stornierung'],
    ['Meine Reservierung', '/meine-reservierung'],
    ['Feedback geben', 'https://termin.example'],
    ['Zur Startseite', '/'],
  ] as const) {
    expect(named(main, words).getAttribute('href')).toBe(href)
  }
})

test('the draft is cleared', async () => {
  for (const key of ['step1', 'step2', 'step3', 'touches']) sessionStorage.setItem(key, '{}')
  await open(PATH)
  expect(Object.keys(sessionStorage)).toEqual(['touches'])
})

test('the field shows the places as they are, and nothing of what is not known', async () => {
  const taken = {
    park: 'ingolstadt',
    total: 500,
    free: 1,
    taken: [
      [1, 16],
      [18, 500],
    ],
  }
  const { main } = await open(`${PATH}?spot=16`, { replies: { '/spots': { body: taken } } })
  expect(place(main, 'free').match(/M/g)).toHaveLength(1)
  expect(place(main, 'taken').match(/M/g)?.length).toBeGreaterThan(1)
  const unknown = await open(`${PATH}?spot=16`, { replies: { '/spots': { status: 503 } } })
  expect([place(unknown.main, 'taken'), place(unknown.main, 'unknown') === '']).toEqual(['', false])
})

const RESERVED = {
  spot_number: 9,
  reference: 'VG-7K3M-Q2XH',
  email: 'anna@gmx.de',
  is_confirmed: false,
  is_written: true,
  is_refused: false,
  is_reserved: true,
  confirm_by: '2026-06-08T10:00:00Z',
  created_at: '2026-06-01T10:00:00Z',
  referral_code: null,
}

test.each([
  [{}, 'Wir haben an anna@gmx.de geschrieben.', 'Postfach bei gmx.de öffnen'],
  [
    { is_written: false },
    'An anna@gmx.de gingen heute schon mehrere E-Mails, deshalb schicken wir keine weitere.',
    'Meine Reservierung',
  ],
  [{ is_refused: true }, 'Ihr Postfach hat unsere E-Mail abgelehnt.', ''],
  [
    { is_confirmed: true, confirm_by: null },
    'Ihre Adresse ist bestätigt. Gerade ist nichts mehr zu tun.',
    '',
  ],
])('what became of the mail is told: %o', async (changes, said, wayOn) => {
  serve({ '/just-reserved': { body: { ...RESERVED, ...changes } } })
  const onConfirmed = vi.fn()
  const card = await draw(
    <MemoryRouter>
      <SettingsContext value={PLACEHOLDERS}>
        <Confirmation secret="k" instead="Nichts" onQuestion={vi.fn()} onConfirmed={onConfirmed} />
      </SettingsContext>
    </MemoryRouter>,
  )
  expect(plain(card.textContent)).toContain(said)
  expect(plain(card.textContent).includes('geschrieben.')).toBe(said.endsWith('geschrieben.'))
  expect(onConfirmed).toHaveBeenCalledTimes('is_confirmed' in changes ? 1 : 0)
  if (wayOn) named(card, wayOn)
})
