import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONSENT_VERSION, consentText, formText } from '@/content/de/reservation'
import { plainText } from '@/lib/plainText'

/** Where the server keeps every wording that a consent can name. */
const KEPT = join(import.meta.dirname, '../../../services/privacy/legal_texts')

const dayOf = (version: string) =>
  new Date(`${version}T12:00:00Z`).toLocaleDateString('de-DE', { dateStyle: 'long' })

/** What stands around the button of the form, in the order of the page. */
function wording(): string {
  const { before, terms, after, notice, privacy } = consentText
  const { free, freeDetail, submitSubject, submitVerb, notKept } = formText.contact
  const lines = [
    'Reservierungsformular',
    `Fassung ${CONSENT_VERSION}, Stand ${dayOf(CONSENT_VERSION)}`,
    '',
    'Über dem Formular',
    formText.title,
    formText.lead,
    '',
    'Bei der Zahlung',
    formText.payment.lead,
    formText.payment.caveat('[Preis]'),
    '',
    'Über dem Knopf',
    notKept,
    `Zum Ankreuzen: ${before}${terms.label}${after}`,
    `Darunter: ${notice}${privacy.label}`,
    '',
    'Auf dem Knopf',
    `${submitSubject} ${submitVerb}`,
    '',
    'Neben dem Knopf',
    `${free}. ${freeDetail}`,
  ]
  const text = lines.map(plainText).join('\n')
  // Where a word may break is no part of the wording.
  return `${text.replaceAll(/[\u00ad\u200b]/g, '').replaceAll('\u00a0', ' ')}\n`
}

test('the form has the wording that is kept for its version', () => {
  const file = join(KEPT, `form-${CONSENT_VERSION}.txt`)
  if (!existsSync(file)) {
    writeFileSync(file, wording())
    expect.fail(`the form ${CONSENT_VERSION} is new: commit its file, just written`)
  }
  expect(wording(), 'changed words need a new CONSENT_VERSION, here and on the server').toBe(
    readFileSync(file, 'utf8'),
  )
})

test('the box asks for consent to the terms alone', () => {
  const ticked = /Zum Ankreuzen: (.*)/.exec(wording())?.[1] ?? ''
  expect(ticked).toContain('Ich stimme den Nutzungsbedingungen (AGB) zu.')
  expect(ticked).not.toMatch(/Datenschutz|gelesen|zur Kenntnis/)
})

test('the sentence beside the button says that it costs nothing and binds to nothing', () => {
  expect(wording()).toContain('\nNeben dem Knopf\nKostenlos und unverbindlich. Heute 0 €')
})
