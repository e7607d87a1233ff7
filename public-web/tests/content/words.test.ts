import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { quoted } from './sourceText'

const CONTENT = join(import.meta.dirname, '../../src/content/de')
const files = readdirSync(CONTENT).filter((name) => name.endsWith('.ts'))

/** Words that promise what nobody can promise, make the share an investment, or are worn slogans. */
const RISKY = [
  /rendite\w*/gi,
  /\w*verzins\w*/gi,
  /kapitalanlage\w*/gi,
  /geldanlage\w*/gi,
  /finanzprodukt\w*/gi,
  /\w*investition\w*|\binvestier\w*|\binvestment\w*/gi,
  /\w*garant(?:ie|ier)\w*/gi,
  /risiko(?:frei|los)\w*|ohne (?:jedes )?risiko|kein risiko/gi,
  /steuerfrei\w*/gi,
  /(?:klima|co(?:2|₂)-?)neutral\w*|klimapositiv\w*/gi,
  /sicher(?:e[nrs]?)? (?:ertr[aä]g\w*|einnahmen|gewinn\w*|gutschrift\w*)/gi,
  /gewinn(?:e|en)? (?:ist|sind) sicher/gi,
  /platz an der sonne/gi,
  /energiewende leicht gemacht/gi,
  /(?:nur noch|letzte) (?:wenige )?plätze|jetzt zuschlagen|nur für kurze zeit/gi,
  /testsieger\w*|marktführer\w*|nummer (?:1|eins)|einzigartig\w*/gi,
]

/**
 * The specification's and the law's own terms: where each may stand, within which phrase, and why.
 * A new one is one line here. An entry that nothing needs any more fails.
 */
const ALLOWED: readonly { file: string; phrase: string; why: string }[] = [
  {
    file: 'site.ts',
    phrase: 'Kein Finanzprodukt, keine Kapitalanlage, kein Renditeversprechen',
    why: 'section 1: the footer states that it is none',
  },
  {
    file: 'imprint.ts',
    phrase: 'Das ist kein Finanzprodukt und keine Kapitalanlage',
    why: 'section 1: the same denial',
  },
  { file: 'imprint.ts', phrase: "'Kein Finanzprodukt'", why: 'its heading' },
  {
    file: 'faqs.ts',
    phrase: 'Es ist kein Finanzprodukt und keine Kapitalanlage',
    why: 'section 1: the same denial, where a reader asks who owns the park',
  },
  {
    file: 'terms.ts',
    phrase: 'Es ist kein Finanzprodukt und keine Kapitalanlage',
    why: 'section 1: the same denial',
  },
  { file: 'terms.ts', phrase: '7. Rückkaufgarantie', why: "section 1: the offer's own name" },
  {
    file: 'about.ts',
    phrase: 'ein Nutzungsrecht und kein Finanzprodukt',
    why: 'section 1: the same denial',
  },
  {
    file: 'pilot.ts',
    phrase: 'kein Eigentum am Park und kein Finanzprodukt',
    why: 'section 1: the same denial',
  },
  {
    file: 'dashboard.ts',
    phrase: "'Jährliche Rendite'",
    why: 'section 2: „yearly return“ of the card, sample data',
  },
  {
    file: 'dashboard.ts',
    phrase: 'Ein Anteil ist kein Finanzprodukt',
    why: 'section 1: the denial beside it',
  },
  {
    file: 'dashboard.ts',
    phrase: "'In ein weiteres Projekt investieren'",
    why: "section 2: the button 'invest in a further project'",
  },
  { file: 'faqs.ts', phrase: 'die Rückkaufgarantie', why: "section 1: the offer's own name" },
  {
    file: 'faqs.ts',
    phrase: 'Die Gutschriften sind steuerfrei; so verstehen wir',
    why: 'section 1: „The text says credits are tax-free“, here as our reading',
  },
]

const allowedIn = (file: string) =>
  ALLOWED.filter((entry) => entry.file === file).map(({ phrase }) => phrase)

/** The risky words of a text outside the phrases allowed for it. */
function riskyWords(source: string, allowed: readonly string[]): string[] {
  // Soft hyphens and non-breaking spaces must not hide a word.
  const plain = quoted(source)
    .replace(/\\u00ad/g, '')
    .replace(/\\u00a0/g, ' ')
  const rest = allowed.reduce((text, phrase) => text.replaceAll(phrase, ''), plain)
  return RISKY.flatMap((word) => rest.match(word) ?? [])
}

describe('our sentences promise nothing that law or honesty forbids', () => {
  test.each(files)('%s', (file) => {
    const source = readFileSync(join(CONTENT, file), 'utf8')
    expect(riskyWords(source, allowedIn(file))).toEqual([])
  })

  test.each(ALLOWED)('$file still needs „$phrase“', ({ file, phrase }) => {
    const source = readFileSync(join(CONTENT, file), 'utf8')
    const others = allowedIn(file).filter((other) => other !== phrase)
    expect(riskyWords(source, others)).not.toEqual([])
  })

  test.each([
    ["'Sichern Sie sich Ihre Rendite von morgen'", ['Rendite']],
    ["'eine Verzinsung, garantiert und risikofrei'", ['Verzinsung', 'garantiert', 'risikofrei']],
    ["'klima\\u00adneutral, CO₂-neutral'", ['klimaneutral', 'CO₂-neutral']],
    ["'Sichere Erträge, ein sicherer Ertrag'", ['Sichere Erträge', 'sicherer Ertrag']],
    ["'Ihr Platz an der\\u00a0Sonne'", ['Platz an der Sonne']],
    ["'Keine Zusage: Der Ertrag schwankt.' // Rendite", []],
  ])('%s', (source, found) => {
    expect(riskyWords(source, [])).toEqual(found)
  })

  test('an allowed phrase allows nothing beside it', () => {
    expect(
      riskyWords("'keine Kapitalanlage, aber Kapitalanlage'", ['keine Kapitalanlage']),
    ).toEqual(['Kapitalanlage'])
  })
})
