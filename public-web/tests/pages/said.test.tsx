import { describe, expect, test } from 'vitest'
import { repositoryFile } from '../repository'
import { all, named, one, open, plain, texts } from './opened'

/** A part of a page by its heading. */
const part = (main: Element, heading: string) => {
  const found = all(main, 'section, details').find((section) =>
    plain(section.querySelector('h2')?.textContent).includes(heading),
  )
  if (!found) throw new Error(`no part „${heading}“`)
  return found
}

function expectWords(element: Element, ...words: string[]) {
  const text = plain(element.textContent)
  for (const word of words) expect(text).toContain(word)
}

function expectLinks(main: Element, links: Record<string, string>) {
  for (const [words, path] of Object.entries(links)) {
    expect(named(main, words, 'a').getAttribute('href'), words).toBe(path)
  }
}

describe('about us', () => {
  const opened = () => open('/ueber-uns').then(({ main }) => main)

  test('names whom it is for, and leads on', async () => {
    const main = await opened()
    expectWords(one(main, 'h1'), 'Solarstrom für Haushalte ohne eigenes Dach')
    part(main, 'Unsere Mission')
    for (const household of ['Zur Miete', 'Eigentumswohnung', 'Dach im Schatten']) {
      expect(texts(main, 'h2')).toContain(household)
    }
    expect(all(main, 'section')).toHaveLength(6)
    expectLinks(main, {
      'Anteil reservieren': '/reservierung',
      'Wie es funktioniert': '/wie-es-funktioniert',
      'Den ganzen Weg des Geldes': '/wie-es-funktioniert',
      'Zum Pilotpark': '/pilot',
      Kontaktseite: '/kontakt',
      Impressum: '/impressum',
    })
  })

  test('says what we earn, what we promise and what not', async () => {
    const main = await opened()
    const earnings = part(main, 'Woran wir verdienen')
    expectWords(earnings, 'der Gewinn des Parks je Kilowattstunde, mindestens 5 Cent')
    const rows = all(earnings, 'dl > div')
    for (const [what, amount, note] of [
      ['Reservierung', '0 €', 'Daran verdienen wir nichts'],
      ['Einrichtung', '79 €', 'erst nach der Unterschrift'],
      ['Paketpreis', '699 bis 1.899 €', 'sobald der Park am Netz ist'],
      ['Jahresgebühr', '0 €', 'Eine jährliche Gebühr gibt es nicht'],
    ] as const) {
      const row = rows.find((entry) => plain(one(entry, 'dt').textContent) === what)
      if (!row) throw new Error(what)
      expect(texts(row, '.figure')).toEqual([amount])
      expectWords(row, note)
    }
    const [promises, limits] = all(part(main, 'Was wir zusagen'), '.contrast > div')
    if (!promises || !limits) throw new Error('two columns')
    expectWords(
      promises,
      'Mindestens 5 Cent',
      'Rückkauf jederzeit',
      'Kein Park, keine Kosten',
      'Ihr Versorger bleibt',
    )
    expectWords(limits, 'Wetter und Jahr', 'kein Finanzprodukt')
  })

  test('names the company of the settings and who backs it', async () => {
    const who = part(await opened(), 'Über uns')
    expectWords(
      who,
      'Voltigo wird von einem Startup-Studio unterstützt.',
      'bei Ingolstadt in Bayern: 1,45 MW, 500 Plätze für Haushalte',
    )
    expectWords(
      one(who, 'address'),
      ...['NAME', 'STREET', 'POSTCODE_CITY'].map((name) => `__VOLTIGO_COMPANY_${name}__`),
    )
    const hrefs = all(who, 'address a, a').map((link) => link.getAttribute('href'))
    expect(hrefs).toContain('mailto:__VOLTIGO_COMPANY_EMAIL__')
    expect(hrefs).toContain('tel:__VOLTIGO_COMPANY_DIAL__')
  })
})

describe('how it works', () => {
  const opened = () => open('/wie-es-funktioniert').then(({ main }) => main)

  test('three steps, the packages with their prices', async () => {
    const main = await opened()
    expectWords(one(main, 'h1'), 'So funktioniert Ihr Anteil am Solarpark')
    const steps = part(main, 'Drei Schritte')
    expect(texts(steps, 'h3')).toEqual([
      'Verbrauch eintragen',
      'Solaranteil wählen',
      'Monatlich Gutschrift erhalten',
    ])
    expectWords(
      steps,
      'Haushaltsgröße',
      'monatlicher Abschlag',
      'Stromversorger',
      'mindestens 5 Cent',
      '20 Jahre',
    )
    expect(texts(steps, 'ol > li li')).toEqual([
      'Basic 1.000 kWh, 699 €',
      'Standard 2.000 kWh, 1.299 €',
      'Premium 3.000 kWh, 1.899 €',
    ])
    expectLinks(main, {
      'Anteil reservieren': '/reservierung',
      'Ersparnis berechnen': '/solar-gutschriftsrechner',
      Vergleich: '/voltigo-im-vergleich',
    })
  })

  test('the way of the money is told beside its drawing, with its sum', async () => {
    const way = part(await opened(), 'Der Weg einer Kilowattstunde')
    const said = [
      ['Der Park erzeugt', 'was wirklich entsteht'],
      ['Das Netz nimmt auf', 'kein Zähler'],
      ['Der Strom wird verkauft', 'Abnahmeverträge (PPA)', 'Strombörse'],
      [
        'Ein Gewinn bleibt',
        'der tatsächliche Gewinn des Parks je Kilowattstunde',
        'mindestens 5 Cent',
        'kann sie steigen',
      ],
      ['Das Geld kommt bei Ihnen an', 'SEPA-Überweisung', 'E-Mail', 'Energy Statement'],
    ]
    const stations = all(way, 'ol > li')
    expect(stations).toHaveLength(said.length)
    for (const [at, station] of stations.entries()) {
      expectWords(station, ...(said[at] ?? []))
      expect(one(station, 'svg').getAttribute('aria-hidden')).toBe('true')
    }
    expect(texts(way, '.figure')).toEqual(['8,33 €'])
    expectWords(
      way,
      'Für später geplant: die Gutschrift direkt in Ihrer Stromrechnung',
      'Beispielrechnung, keine Zusage',
      '2.000 kWh im Jahr × 5 Cent = 100 €.',
    )
  })

  test('six benefits, and nothing that other pages tell', async () => {
    const main = await opened()
    const fields = texts(part(main, 'Warum ein Anteil?'), 'article')
    const benefits = {
      'Ohne eigenes Dach': 'Zur Miete',
      'Nie unter 5 Cent': 'Untergrenze je erzeugter Kilowattstunde',
      'Ihr Versorger bleibt': 'Kein Wechsel',
      'Die Arbeit machen wir': 'Betrieb, Wartung und Überwachung',
      'Ein Umzug ändert nichts': 'gleicher Anteil',
      'Sie können aussteigen': 'Restlaufzeit und aktuellem Marktwert',
    }
    expect(fields).toHaveLength(6)
    for (const [title, text] of Object.entries(benefits)) {
      expect(fields.find((field) => field.includes(title))).toContain(text)
    }
    expect(texts(main, 'h2')).toHaveLength(4)
  })
})

describe('the comparison', () => {
  const opened = () => open('/voltigo-im-vergleich').then(({ main }) => main)
  const FIGURES = ['investment', 'benefit', 'cost', 'net', 'covered', 'price']

  // Once computed from the data by hand, day by day over 20 years; `comparison.test.ts` has the sums.
  test.each([
    [
      'roof',
      'Eigenes Dach',
      [
        '7.200 bis 12.800 €',
        '1.009 bis 1.258 €',
        '10.200 bis 17.800 €',
        '2.378 bis 14.956 €',
        '6,3 bis 16,7 Jahren',
        '0,95 bis 1,68 €',
      ],
    ],
    [
      'balcony',
      'Balkonset',
      [
        '350 bis 800 €',
        '91 bis 216 €',
        '450 bis 1.000 €',
        '820 bis 3.865 €',
        '1,6 bis 9,6 Jahren',
        '0,48 bis 1,58 €',
      ],
    ],
    [
      'share',
      'Anteil am Solarpark',
      ['1.378 €', '95 bis 153 €', '1.378 €', '530 bis 1.674 €', '8,8 bis 14,2 Jahren', '0,72 €'],
    ],
    [
      'tariff',
      'Ökostromtarif',
      ['0 €', '0 bis 284 €', '0 €', '0 bis 5.670 €', 'sofort', 'entfällt, nichts gekauft'],
    ],
  ] as const)('shows the figures of %s', async (way, name, cells) => {
    const row = one(await opened(), `tr[data-option=${way}]`)
    expect(plain(one(row, 'th strong').textContent)).toBe(name)
    expect(FIGURES.map((figure) => plain(one(row, `[data-figure=${figure}]`).textContent))).toEqual(
      cells,
    )
    expect(all(row, 'td').every((cell) => cell.dataset.label)).toBe(true)
  })

  test('shows every assumption with value, source and year', async () => {
    const main = await opened()
    const { assumptions } = JSON.parse(repositoryFile('services/offer/comparison.json'))
    type Assumption = {
      from: number
      to: number
      unit: string
      year: number
      source: string | null
    }
    for (const [name, { from, to, unit, year, source }] of Object.entries<Assumption>(
      assumptions,
    )) {
      const [low, high] = [from, to].map((end) => end.toLocaleString('de-DE'))
      expect(texts(main, `tr[data-assumption=${name}] td`)).toEqual([
        `${low === high ? low : `${low} bis ${high}`} ${unit}`,
        plain(`${source ?? 'Unsere Annahme'} (${year})`),
      ])
    }
  })

  test('says first that a suitable roof usually earns more, and its claim beside the computed figure', async () => {
    const main = await opened()
    expectWords(one(main, '.lead'), 'Ein geeignetes eigenes Dach bringt meist am meisten.')
    const advice = texts(main, '.versus dl > div')
    for (const [at, words] of [
      ['Dann bauen Sie darauf', '2.378 bis 14.956 €'],
      ['Balkon', '820 bis 3.865 €'],
      ['kann ein Anteil passen', '530 bis 1.674 €'],
      ['Stromvertrag', '0 bis 5.670 €'],
    ].entries()) {
      for (const word of words) expect(advice[at]).toContain(word)
    }
    expect(advice).toHaveLength(4)
    expect(all(main, 'details.folded[open]')).toEqual([])
    expect(texts(main, 'table caption')[0]).toContain('Vier Wege über 20 Jahre im Vergleich')
    expect(texts(one(main, 'table'), 'thead th')).toEqual([
      'Weg',
      'Einmalig',
      'Nutzen im Jahr, im Mittel',
      'Kosten in 20 Jahren',
      'Bleibt nach 20 Jahren',
      'Gedeckt nach',
      'Preis je kWh Jahresertrag',
    ])
    const claim = part(main, 'Typischerweise 30 bis 40 % günstiger')
    expect(texts(claim, '.figure')).toEqual(['24 bis 57 %'])
    expectWords(
      claim,
      '980',
      '1.144',
      'Was verglichen wird',
      'Was nicht verglichen wird',
      'der Nutzen',
      'Eigentum',
    )
    expectWords(
      claim,
      'Ein Sparszenario von uns nennt 2,5 Cent je Kilowattstunde.',
      '3,2 bis 3,5 Cent',
    )
    expectWords(claim, 'Premium 1.899 € geteilt durch 60.000 kWh', 'erst nach 25,3 Jahren')
    expectWords(
      main,
      'Beispielrechnung, keine Zusage. Stand: November 2026.',
      '1.299 € Paketpreis + 79 € Einrichtung = 1.378 €.',
    )
    expectLinks(main, {
      'Anteil reservieren': '/reservierung',
      'Ersparnis berechnen': '/solar-gutschriftsrechner',
    })
  })
})

describe('the dashboard', () => {
  const opened = () => open('/dashboard').then(({ main }) => main)
  const factsOf = (within: Element) =>
    Object.fromEntries(
      all(within, 'dt').map((term) => [
        plain(term.textContent),
        plain(term.nextElementSibling?.textContent),
      ]),
    )

  test('greets the sample household, with its share and its project', async () => {
    const main = await opened()
    expectWords(one(main, 'h1'), 'Willkommen Anna Beispiel')
    expectWords(
      main,
      'Beispieldaten',
      '103 kg',
      'Fester Beispielwert, von uns nicht berechnet',
      'nennen wir Emissionsfaktor, Jahr und Quelle',
    )
    const share = one(main, '.my-share')
    expect(factsOf(share)).toEqual({
      Anteilsbetrag: '3.150 €',
      'Anteil am Park': '0,12 %',
      Leistung: '1,74 kW',
      'Bisher gespart': '214 €',
      'Gutschrift im Monat': 'etwa 48 €',
      'Erzeugung im Monat': 'etwa 174 kWh',
      'Break-even nach': '13,8 Jahre',
      'Jährliche Rendite': '7,2 %',
    })
    expectWords(share, 'Beispielwert, keine Zusage.')
    const project = one(main, 'article.project, .project')
    expect(factsOf(project)).toEqual({
      Standort: 'Ingolstadt',
      Leistung: '1,45 MW',
      Versorgt: '414 Haushalte',
      'Erwartete Erzeugung im Monat': 'etwa 174 kWh für Ihren Anteil',
    })
    expect(texts(project, 'li')).toEqual([
      'Bauphase',
      'Live Q2 2025',
      'Planung',
      'Bauphase (jetzt)',
      'Live Q2 2025',
    ])
    expect(texts(project, '[aria-current=step]')).toEqual(['Bauphase (jetzt)'])
    expectLinks(main, {
      'Projektdetails ansehen': '/pilot',
      'Zum Pilotpark': '/pilot',
      'In ein weiteres Projekt investieren': '/dashboard/invest',
    })
  })

  test('has a version of its own for small screens', async () => {
    const main = await opened()
    const phone = one(main, '.mock-up')
    expectWords(main, 'Ihr Solarpark-Anteil aktiv')
    expectWords(phone, 'Ihr Anteil erzeugte', '892 kWh im letzten Monat', 'Gutschrift 24 €')
    expect(texts(phone, '.mock-up__tile')).toEqual([
      expect.stringMatching(/^Gutschriften 2024 ?214 € ?Stromkosten reduziert$/),
      expect.stringMatching(/^Anteil ?0,12 % ?des Solarparks$/),
    ])
    expect(factsOf(phone)).toEqual({
      'Grundtarif 0,30 € je kWh': '268 €',
      'minus Gutschrift': '−244 €',
      'Ihre Ersparnis': '24 €',
    })
  })

  test('says its months in a sentence and a table, too', async () => {
    const main = await opened()
    const months = { April: 78, Mai: 94, Juni: 102, Juli: 110, August: 106, September: 92 }
    const sentence = plain(one(main, '[aria-label^="Balkendiagramm"]').getAttribute('aria-label'))
    for (const [month, kwh] of Object.entries(months))
      expect(sentence).toContain(`${month} ${kwh} kWh`)
    const rows = all(main, 'table tbody tr').map((row) => [
      ...texts(row, 'th'),
      ...texts(row, 'td'),
    ])
    expect(rows).toEqual(Object.entries(months).map(([month, kwh]) => [month, `${kwh} kWh`]))
  })
})

describe('what can go wrong', () => {
  const opened = () => open('/wenn-etwas-schiefgeht').then(({ main }) => main)
  /** A field by its heading. */
  const field = (main: Element, heading: string) => {
    const found = all(main, 'article').find(
      (article) => plain(one(article, 'h2').textContent) === heading,
    )
    if (!found) throw new Error(`no field „${heading}“`)
    return found
  }

  test('answers each trouble, with what the company says of its own', async () => {
    const main = await opened()
    expectWords(one(main, 'h1'), 'Und wenn etwas schiefgeht?')
    for (const [heading, ...words] of [
      [
        'Voltigo wird insolvent',
        '__VOLTIGO_CREDIT_SECURITY__',
        'ganz oder teilweise verlieren',
        'kein Eigentum',
      ],
      ['Der Park wird nicht gebaut', 'alles zurück', '79 € Einrichtung', '0 €'],
      ['Der Park kommt später', 'erst dann beginnen die 20 Jahre', 'keinen Ersatz'],
      ['Die Sonne scheint weniger', '1.800 statt 2.000 kWh', '90 € statt 100 €', 'nicht je Jahr'],
      ['Der Strom bringt weniger ein', '5 Cent je Kilowattstunde', 'Den Unterschied zahlt Voltigo'],
      ['Sie sterben', '§§ 1922 und 1967 BGB', 'offene Raten bleiben'],
      ['Die 20 Jahre sind um', 'nichts kündigen', 'nichts abbauen', '__VOLTIGO_DISMANTLING__'],
      ['Sie möchten früher verkaufen', 'Einen Betrag sagen wir nicht zu', 'kein Angebot', '5 %'],
    ] as const) {
      expectWords(field(main, heading), ...words)
    }
    expectLinks(main, {
      'AGB, Nummer 9': '/agb#wenn-der-park-nicht-oder-spater-kommt',
      'Schreiben Sie uns': '/kontakt',
    })
  })

  test('works an early sale out, month by month', async () => {
    const sale = field(await opened(), 'Sie möchten früher verkaufen')
    const rows = all(sale, 'tbody tr').map((row) => texts(row, 'th, td'))
    const amount = (told = '') =>
      Number(
        told
          .replace('−', '-')
          .replaceAll(/[^\d,-]/g, '')
          .replace(',', '.'),
      )
    for (const [after, credits, price, difference] of rows) {
      const years = Number.parseInt(after ?? '', 10)
      // Credits of 100 € a year that are still to come, each 5 % less worth for a year of waiting.
      let worth = 0
      for (let month = 1; month <= (20 - years) * 12; month += 1) {
        worth += 100 / 12 / 1.05 ** (month / 12)
      }
      expect(amount(credits), after).toBe(100 * years)
      expect(amount(price), after).toBeCloseTo(worth, 2)
      expect(amount(difference), after).toBeCloseTo(100 * years + worth - 1378, 2)
    }
    expect(rows.map(([after]) => after)).toEqual(['1 Jahr', '5 Jahren', '10 Jahren', '15 Jahren'])
    expect(texts(sale, 'td[data-loss]')).toEqual(['− 42,02 €'])
  })
})
