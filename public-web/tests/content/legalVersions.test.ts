import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessibilityText } from '@/content/de/accessibility'
import { imprintText } from '@/content/de/imprint'
import { type LegalText, legalVersions, versionLine } from '@/content/de/legalVersions'
import { privacyText } from '@/content/de/privacy'
import { termsText } from '@/content/de/terms'
import { plainText } from '@/lib/plainText'
import { type Company, PLACEHOLDERS } from '@/lib/settings'
import { sectionId, type TextBlock, type TextSection } from '@/lib/textSection'

interface Article {
  title: string
  lead?: string
  sections: readonly TextSection[]
}

const texts: Record<LegalText, (company: Company) => Article> = {
  terms: termsText,
  privacy: privacyText,
  imprint: imprintText,
  accessibility: accessibilityText,
}
const names = Object.keys(texts) as LegalText[]

/** The wording of every version, kept where the server keeps the consent texts. */
const KEPT = join(import.meta.dirname, '../../../services/privacy/legal_texts')

const linesOf = (block: TextBlock): readonly string[] => {
  if (typeof block === 'string') return [block]
  return 'address' in block ? block.address : block.map((entry) => `- ${entry}`)
}

/** A text as plain lines, with the placeholders of the company's data. */
function wordingOf(name: LegalText): string {
  const { title, lead, sections } = texts[name](PLACEHOLDERS.company)
  const body = sections.flatMap((section) => [
    '',
    section.title,
    ...section.blocks.flatMap(linesOf),
  ])
  const head = [title, ...(lead ? [lead] : []), versionLine(name)]
  const lines = [...head, ...body].map(plainText)
  // Where a word may break is no part of the wording.
  return `${lines
    .join('\n')
    .replaceAll(/[\u00ad\u200b]/g, '')
    .replaceAll('\u00a0', ' ')}\n`
}

describe.each(names)('%s', (name) => {
  test('has the wording that is kept for its version', () => {
    const { version } = legalVersions[name]
    const file = join(KEPT, `${name}-${version}.txt`)
    if (!existsSync(file)) {
      writeFileSync(file, wordingOf(name))
      expect.fail(
        `${name} ${version} is new: commit its file in services/privacy/legal_texts, just written`,
      )
    }
    expect(
      wordingOf(name),
      'a changed text needs a new version and date in content/de/legalVersions.ts',
    ).toBe(readFileSync(file, 'utf8'))
  })

  test('says which version it is, and since when', () => {
    expect(versionLine(name)).toMatch(
      /^Fassung \d{4}-\d{2}(-\d{2})?, Stand \d{1,2}\. \p{L}+ \d{4}$/u,
    )
  })

  test('has headings with an address each', () => {
    const ids = texts[name](PLACEHOLDERS.company).sections.map(sectionId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]*[a-z]$/)
  })
})

test('the terms name both readings of the reservation fee without contradiction', () => {
  const terms = wordingOf('terms')
  expect(terms).toContain('Als einmalige Reservierungsgebühr sind 50 € vorgesehen.')
  expect(terms).toContain('Im Pilotpark erheben wir sie nicht: Dort kostet die Reservierung 0 €.')
})

test('the terms state what the specification asks of them', () => {
  const terms = wordingOf('terms')
  for (const fact of [
    'SEPA-Lastschrift, Kreditkarte und weitere',
    'innerhalb von 14 Tagen ohne Angabe von Gründen widerrufen',
    'spätestens 14 Tage, nachdem Ihr Widerruf',
    'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht.',
    'Wird ein Park nicht verwirklicht, kostet Sie das nichts',
    'jederzeit zu einem fairen Marktpreis',
    'für 20 Jahre, kein Eigentum',
    '24 Monatsraten: effektiver Jahreszins 5,81 bis 5,82 %, je nach Paket, nominal 3 %',
    '48 Monatsraten: effektiver Jahreszins 9,65 bis 9,66 %, je nach Paket, nominal 5 %',
    'Standard: 23 Raten je 57,38 €, die letzte 57,26 €, Summe der Raten 1.377,00 €, davon Aufpreis 78,00 €',
    'Kartenprüfung',
    '§ 36 VSBG',
  ])
    expect(terms).toContain(fact)
})

test('the privacy notice names what Art. 13 GDPR asks for', () => {
  const notice = wordingOf('privacy')
  for (const article of [6, 15, 16, 17, 18, 20, 21, 28, 77])
    expect(notice).toMatch(new RegExp(`Art\\. ${article}\\b`))
  expect(notice).toMatch(/Aufsichtsbehörde|aufsichtsbehörde/)
})

test('the imprint does not link the closed platform for disputes', () => {
  expect(wordingOf('imprint')).toContain('§ 36 VSBG')
  expect(wordingOf('imprint')).not.toMatch(/Online-Streitbeilegung|ec\.europa\.eu/)
})
