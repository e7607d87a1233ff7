import { expect, test } from 'vitest'
import { all, one, open, plain, texts } from './opened'

const FACTS = {
  angebot: ['Anteil an der Erzeugung eines Solarparks'],
  ersparnis: [
    '150 € im Jahr bei 5 Cent',
    '240 € im Jahr bei 8 Cent',
    'Beispielrechnung, keine Zusage',
  ],
  stromversorger: ['Ihr Stromvertrag, Ihr Zähler und Ihr Abschlag bleiben'],
  steuern: [
    'steuerfrei',
    'eine Steuerberatung ist das aber nicht',
    'Finanzamt',
    'Ob die Gutschriften beim Wohngeld oder Bürgergeld angerechnet werden, wissen wir nicht.',
  ],
  eigentum: ['Nutzungsrecht', 'des ganzen Parks', 'falls Voltigo insolvent wird'],
  start: [
    'Nach etwa 6 bis 8 Wochen',
    'Ein Datum für die erste Gutschrift können wir noch nicht nennen.',
  ],
  umzug: ['Der Anteil hängt an Ihnen'],
  wartung: ['Betrieb, Wartung und Überwachung'],
  rueckkauf: [
    'fairen Marktpreis',
    'aus der restlichen Laufzeit und der aktuellen Bewertung am Markt',
    'kann unter dem liegen, was Sie bezahlt haben',
  ],
  kosten: ['699 € für 1.000 kWh, 1.299 € für 2.000 kWh, 1.899 € für 3.000 kWh'],
  reservierung: [
    'Die Reservierung kostet 0 €, und eine Zahlungskarte brauchen Sie dafür nicht',
    '__VOLTIGO_CARD_CHECK__',
  ],
  warteliste: ['Sind alle vergeben', 'Ein zweiter Park, München-Ost, ist in Planung.'],
}

const answerOf = (main: Element, topic: string) => texts(main, `#${topic} > p`).join(' ')

test('it asks twelve questions, all closed, and answers each', async () => {
  const { main } = await open('/faqs')
  expect(all(main, '.faq')).toHaveLength(12)
  expect(all(main, '.faq[open]')).toEqual([])
  for (const [topic, facts] of Object.entries(FACTS)) {
    for (const fact of facts) expect(answerOf(main, topic), topic).toContain(fact)
  }
})

test('no answer has more than sixty words', async () => {
  const { main } = await open('/faqs')
  for (const topic of Object.keys(FACTS)) {
    const words = answerOf(main, topic)
      .split(/\s+/)
      .filter((word) => /\p{L}|\d/u.test(word))
    expect(words.length, `${topic}: ${words.length} words`).toBeLessThanOrEqual(60)
    expect(words.length, topic).toBeGreaterThan(8)
  }
})

test('the law is asked beside the twelve: paragraph, day, and who can say more, in sixty words each', async () => {
  const { main } = await open('/faqs')
  const law = one(main, '.faqs__law')
  for (const [id, ...facts] of [
    ['energy-sharing', '§ 42c EnWG', 'Geld statt Strom', 'eine Anwältin oder ein Anwalt'],
    ['steuerregeln', '§ 3 Nr. 72 EStG', '§ 22 Nr. 3 EStG', '256 €', '§ 20 EStG', 'Steuerberatung'],
  ] as const) {
    const answer = plain(one(law, `#${id} p`).textContent)
    for (const fact of facts) expect(answer).toContain(fact)
    expect(answer.split(/\s+/).length).toBeLessThanOrEqual(60)
  }
  expect(plain(law.textContent)).toContain('Stand: 30. November 2026.')
  expect(one(main, '#steuern a').getAttribute('href')).toBe('#steuerregeln')
})

test('every answer with an amount says where it comes from', async () => {
  const { main } = await open('/faqs')
  const withAmount = Object.keys(FACTS).filter((topic) => /\d (€|Cent)/.test(answerOf(main, topic)))
  expect(withAmount.length).toBeGreaterThanOrEqual(6)
  for (const topic of withAmount) {
    expect(plain(one(main, `#${topic} .source > p`).textContent), topic).not.toBe('')
  }
})
