import { describe, expect, test } from 'vitest'
import * as rules from '@/features/contact/rules'
import * as contact from '@/features/contact/values'

const projects: contact.Projects = new Map([
  ['', { name: 'Noch offen', minimum: 50_000 }],
  ['ingolstadt', { name: 'Ingolstadt', minimum: 50_000 }],
  ['munich', { name: 'München-Ost', minimum: 100_000 }],
])
const valuesFrom = (search: string) => contact.valuesFrom(search, projects)
const messageOf = (values: contact.ContactValues) => contact.messageOf(values, projects)
const messagesOf = (values: contact.ContactValues) => rules.messagesOf(values, projects)

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const filled: contact.ContactValues = {
  ...valuesFrom(''),
  name: 'Änne Müller',
  email: 'aenne@example.org',
  topic: 'frage',
  message: 'Wie groß ist der Park?',
}

describe('the address prefills the form', () => {
  test('an enquiry about a share brings project, amount and payment method', () => {
    const values = valuesFrom('?anliegen=anteil&projekt=munich&betrag=1000&zahlung=sepa')
    expect(values).toMatchObject({
      topic: 'anteil',
      project: 'munich',
      amount: '1000',
      payment_method: 'sepa',
    })
    expect(plain(messageOf(values))).toBe(
      'Ich möchte einen Anteil am Solarpark München-Ost für 1.000 € sichern und per SEPA-Lastschrift zahlen. Bitte schreiben Sie mir, wie es weitergeht.',
    )
  })

  test('a cancellation brings its sentence', () => {
    expect(valuesFrom('?anliegen=stornierung&referenz=VG-7K3M-Q2XH').reference).toBe('VG-7K3M-Q2XH')
    expect(valuesFrom('?anliegen=stornierung&referenz=Hallo').reference).toBe('')
    expect(messageOf(valuesFrom('?anliegen=stornierung'))).toBe(
      'Bitte stornieren Sie meine Reservierung.',
    )
  })

  test.each([
    '',
    '?anliegen=geschenk',
    '?anliegen=toString',
    '?anliegen=',
    '?projekt=munich&betrag=1000',
  ])('%s is an empty form', (search) => {
    expect(valuesFrom(search)).toEqual(valuesFrom(''))
    expect(messageOf(valuesFrom(search))).toBe('')
  })

  test.each(['-5', '0', '1e5', '1000.5', '12345678', 'viel', '<b>'])(
    'the amount %s is ignored',
    (amount) => {
      const search = `?anliegen=anteil&projekt=atlantis&zahlung=__proto__&betrag=${encodeURIComponent(amount)}`
      expect(valuesFrom(search)).toMatchObject({ amount: '', project: '', payment_method: '' })
      expect(messageOf(valuesFrom(search))).toBe(
        'Ich möchte einen Anteil sichern. Bitte schreiben Sie mir, wie es weitergeht.',
      )
    },
  )

  test('who asks for a free place finds the sentence written', () => {
    const values = valuesFrom('?anliegen=platz')
    expect(values.topic).toBe('platz')
    expect(messageOf(values)).toBe(
      'Bitte schreiben Sie mir, sobald im Pilotpark ein Platz frei ist.',
    )
  })

  test('what belongs to a share is ignored with another topic', () => {
    expect(valuesFrom('?anliegen=frage&projekt=munich&betrag=1000').project).toBe('')
  })
})

describe('the suggested message', () => {
  test('follows the fields until somebody writes', () => {
    const share = { ...valuesFrom('?anliegen=anteil&betrag=700'), project: 'ingolstadt' }
    expect(plain(messageOf(share))).toContain('Solarpark Ingolstadt für 700 €')
    expect(messageOf({ ...share, message: 'Mein Text.' })).toBe('Mein Text.')
    expect(messageOf({ ...share, message: '' })).toBe('')
  })
})

describe('what is wrong', () => {
  test('a filled form has nothing wrong', () => {
    expect(messagesOf(filled)).toEqual({})
  })

  test('an empty form lacks its four fields, in their order', () => {
    expect(Object.keys(messagesOf(valuesFrom('')))).toEqual(['name', 'email', 'topic', 'message'])
  })

  test.each<[Partial<contact.ContactValues>, string, string]>([
    [{ name: '  ' }, 'name', 'Bitte geben Sie Ihren Namen an.'],
    [{ email: 'aenne@' }, 'email', 'Bitte prüfen Sie die E-Mail-Adresse'],
    [{ topic: 'rueckruf' }, 'phone', 'Für einen Rückruf brauchen wir'],
    [{ phone: '12' }, 'phone', 'Bitte prüfen Sie die Telefonnummer'],
    [{ topic: 'anteil', amount: 'viel' }, 'amount', 'in Ziffern'],
    [{ topic: 'anteil', amount: '499' }, 'amount', 'mindestens 500'],
    [{ topic: 'anteil', amount: '999', project: 'munich' }, 'amount', 'mindestens 1.000'],
    [{ message: 'zu kurz' }, 'message', 'mindestens 10 Zeichen'],
    [{ message: 'x'.repeat(4001) }, 'message', 'es sind 4.001'],
  ])('%o', (changes, field, sentence) => {
    const messages = messagesOf({ ...filled, ...changes })
    expect(Object.keys(messages)).toEqual([field])
    expect(Object.values(messages)[0]).toContain(sentence)
  })

  test.each<Partial<contact.ContactValues>>([
    { phone: '0841 123456' },
    { topic: 'anteil', amount: '' },
    { topic: 'anteil', amount: '1.000,50 €', project: 'munich' },
    { topic: 'frage', amount: 'viel' },
    { message: '🌞'.repeat(4000) },
  ])('%o is right', (changes) => {
    expect(messagesOf({ ...filled, ...changes })).toEqual({})
  })
})
