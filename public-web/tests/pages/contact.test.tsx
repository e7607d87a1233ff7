import { describe, expect, test } from 'vitest'
import { ContactForm } from '@/features/contact/ContactForm'
import { followLetter } from '@/features/contact/letter'
import { all, draw, fill, named, one, plain, press, type Replies, serve, texts } from './opened'

const LETTER = {
  name: 'Änne Müller',
  email: 'aenne@example.org',
  topic: 'frage',
  message: 'Wie groß ist der Park?\nUnd wann geht es los?',
}

async function written(replies: Replies = {}, values: Record<string, string> = LETTER, query = '') {
  const calls = serve(replies)
  window.history.replaceState(null, '', `/kontakt${query}`)
  const form = await draw(<ContactForm />)
  followLetter(form)
  for (const [name, value] of Object.entries(values)) await fill(one(form, `#${name}`), value)
  const send = () => press(one(form, 'button[type=submit]'))
  return { form, calls, send }
}

const value = (form: Element, name: string) => one<HTMLInputElement>(form, `#${name}`).value

test('what is missing is said at the fields and in a list of links, until it is mended', async () => {
  const { form, calls, send } = await written({}, {})
  await send()
  expect(document.activeElement).toBe(one(form, '.summary'))
  expect(texts(form, '.summary a')).toEqual([
    'Bitte geben Sie Ihren Namen an.',
    'Bitte geben Sie Ihre E-Mail-Adresse an.',
    'Bitte wählen Sie, worum es geht.',
    'Bitte schreiben Sie uns, worum es geht.',
  ])
  await press(named(form, 'Bitte schreiben Sie uns'))
  const message = one(form, '#message')
  expect(document.activeElement).toBe(message)
  expect(message.getAttribute('aria-invalid')).toBe('true')
  expect(message.getAttribute('aria-describedby')).toContain('message-fehler')
  await fill(message, 'Guten Tag')
  expect(form.querySelector('#message-fehler')).toBeNull()
  await send()
  expect(plain(one(form, '#message-fehler').textContent)).toBe(
    'Bitte schreiben Sie mindestens 10 Zeichen.',
  )
  expect(calls).toEqual([])
})

test.each<[string, Record<string, string>, string, string]>([
  [
    '',
    { ...LETTER, topic: 'rueckruf' },
    'phone',
    'Für einen Rückruf brauchen wir Ihre Telefonnummer.',
  ],
  [
    '?anliegen=anteil&projekt=munich&betrag=700',
    {},
    'amount',
    'Bitte geben Sie mindestens 1.000 € an.',
  ],
])('a topic has its own rules: %s', async (query, values, field, sentence) => {
  const { form, send } = await written({}, values, query)
  await send()
  expect(plain(one(form, `#${field}-fehler`).textContent)).toBe(sentence)
})

describe('a failure', () => {
  test.each<[number | null, string, string]>([
    [429, 'rate_limited', 'Bitte warten Sie 2 Minuten.'],
    [503, 'unavailable', 'Bei uns ist etwas schiefgegangen.'],
    [500, 'internal', 'Bei uns ist etwas schiefgegangen.'],
    [502, '', 'Die Verbindung war unterbrochen.'],
    [null, '', 'doppelt kommt er nicht an'],
  ])(
    '%s %s has its sentence, loses nothing, and the next try has the same key',
    async (status, code, sentence) => {
      const headers = { 'Retry-After': '65' }
      const replies: Replies = status
        ? { '/api/contact': { status, body: { success: false, code }, headers } }
        : {}
      const { form, calls, send } = await written(replies)
      await send()
      expect(plain(one(form, '.toast').textContent)).toContain(sentence)
      for (const [name, text] of Object.entries(LETTER)) expect(value(form, name)).toBe(text)
      await press(one(form, '.toast button'))
      expect(all(form, '.toast')).toEqual([])
      expect(plain(one(form, 'button[type=submit]').textContent)).toBe('Nachricht senden')
      replies['/api/contact'] = { body: { success: true, reference: 'KA-2222-2222' } }
      await send()
      expect(plain(form.textContent)).toContain('KA-2222-2222')
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
      expect(sessionStorage.length + localStorage.length).toBe(0)
    },
  )

  test('that only the server knows is said at its field', async () => {
    const errors = [
      { field: 'reference', code: 'invalid', message: 'Diese Referenz stimmt nicht.' },
    ]
    const { form, send } = await written({
      '/api/contact': { status: 422, body: { success: false, code: 'validation', errors } },
    })
    await send()
    expect(plain(one(form, '#reference-fehler').textContent)).toBe('Diese Referenz stimmt nicht.')
    expect(value(form, 'message')).toBe(LETTER.message)
  })
})

test('the trap for programs is out of reach', async () => {
  const { form } = await written({}, {})
  const trap = one(form, 'input[name=homepage]')
  expect(trap.getAttribute('tabindex')).toBe('-1')
  expect(trap.parentElement?.getAttribute('aria-hidden')).toBe('true')
})

test('the sentence about a share follows its fields until somebody writes', async () => {
  const { form } = await written({}, {}, '?anliegen=anteil&projekt=munich&betrag=1000&zahlung=sepa')
  expect(plain(value(form, 'message'))).toBe(
    'Ich möchte einen Anteil am Solarpark München-Ost für 1.000 € sichern und per SEPA-Lastschrift zahlen. Bitte schreiben Sie mir, wie es weitergeht.',
  )
  await fill(one(form, '#amount'), '1.500')
  await fill(one(form, '#payment_method'), 'bank')
  expect(plain(value(form, 'message'))).toContain('für 1.500 € sichern und per Überweisung zahlen')
  await fill(one(form, '#message'), 'Mein eigener Text.')
  await fill(one(form, '#project'), 'ingolstadt')
  expect(value(form, 'message')).toBe('Mein eigener Text.')
})
