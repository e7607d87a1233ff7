import { describe, expect, test } from 'vitest'
import { all, named, one, open, plain, type Replies, texts } from './opened'

const PATH = '/pilot'

const spots = (...taken: [number, number][]): Replies => {
  const free = 500 - taken.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return { '/spots': { body: { park: 'ingolstadt', total: 500, free, taken } } }
}

/** How many places are drawn in each state: the area of its path over that of one place and its gaps. */
function drawn(main: Element) {
  const step = Number(one(main, '.park__blocks pattern').getAttribute('width'))
  const count = (state: string) =>
    all(main, `.park__blocks path[fill$="-${state})"]`)
      .flatMap((path) => [...(path.getAttribute('d') ?? '').matchAll(/h(\d+)v/g)])
      .reduce((sum, [, width]) => sum + (Number(width) + 1) / step, 0)
  return { taken: count('taken'), free: count('free'), unknown: count('unknown') }
}

const state = (main: Element) => ({
  count: plain(one(main, '.park__count').textContent),
  name: plain(one(main, '[aria-label^="Der Park von oben"]').getAttribute('aria-label')),
  legend: texts(main, '.legend:not([hidden]) li'),
  drawn: drawn(main),
})

test.each([
  [spots(), 'Noch sind alle 500 Plätze frei.', { taken: 0, free: 500, unknown: 0 }],
  [spots([1, 499]), 'Zurzeit ist 1 von 500 Plätzen frei.', { taken: 499, free: 1, unknown: 0 }],
  [
    spots([1, 216], [218, 219]),
    'Zurzeit sind 282 von 500 Plätzen frei.',
    { taken: 218, free: 282, unknown: 0 },
  ],
])('the places are drawn and counted as the server says', async (replies, count, places) => {
  const { main } = await open(PATH, { replies })
  expect(state(main)).toMatchObject({
    count,
    drawn: places,
    legend: ['frei', 'reserviert', 'der nächste'],
  })
  expect(named(main, 'Anteil reservieren').getAttribute('href')).toBe('/reservierung')
})

test('a place freed in between is drawn where it is', async () => {
  const { main } = await open(PATH, { replies: spots([1, 216], [218, 219]) })
  expect(state(main).name).toBe(
    'Der Park von oben: 282 von 500 Plätzen sind frei, 218 sind reserviert.',
  )
  // Place 217 is the 17th of its row: 16 steps of 25 units behind the left edge, in the ninth row.
  expect(one(main, '.park__blocks svg path[fill$="-free)"]').getAttribute('d')).toBe(
    'M416 256h24v29h-24zM491 256h149v29h-149zM16 286h624v29h-624z',
  )
})

test('the place that the next household gets is lit, in its block alone', async () => {
  const { main } = await open(PATH, { replies: spots([1, 216], [218, 300]) })
  const lit = all(main, '.park__blocks .place-next').map((path) => path.getAttribute('d'))
  expect(lit).toEqual(['M416 256h22v15h-22z', ''])
})

test('500 places are a handful of elements', async () => {
  const odd = Array.from({ length: 250 }, (_, at): [number, number] => [2 * at + 1, 2 * at + 1])
  const { main } = await open(PATH, { replies: spots(...odd) })
  expect(state(main).count).toContain('250 von 500')
  expect(all(main, '.park__blocks *').length).toBeLessThan(40)
})

describe('without a sensible answer', () => {
  const contradiction = { park: 'ingolstadt', total: 500, free: 500, taken: [[1, 3]] }
  test.each<[string, Replies]>([
    ['lost', { '/spots': { status: 500 } }],
    ['it contradicts itself', { '/spots': { body: contradiction } }],
  ])('no state is claimed: %s', async (_, replies) => {
    const { main } = await open(PATH, { replies })
    expect(state(main)).toEqual({
      count: 'Wie viele davon frei sind, lässt sich gerade nicht abrufen.',
      name: 'Der Park von oben mit 500 Plätzen.',
      legend: [],
      drawn: { taken: 0, free: 0, unknown: 500 },
    })
    expect(named(main, 'Anteil reservieren').getAttribute('href')).toBe('/reservierung')
  })
})

test('a full park is drawn and counted as one', async () => {
  const { main } = await open(PATH, { replies: spots([1, 500]) })
  expect(state(main)).toMatchObject({
    count: 'Zurzeit sind alle 500 Plätze reserviert.',
    drawn: { taken: 500, free: 0, unknown: 0 },
  })
})

const NOTICE = [
  'Sie kostet 0 € und verpflichtet Sie zu keinem Vertrag.',
  'Erst wenn Sie ihn unterschrieben haben, werden einmalig 79 € Einrichtung fällig.',
  'Sie können 14 Tage lang widerrufen.',
  'innerhalb von 14 Tagen zurück',
  'Kein Park, keine Kosten.',
  'Wird der Park nicht verwirklicht, kann die Reservierung aufgehoben werden, und Sie erhalten alle Zahlungen zurück.',
  'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht.',
  'Es gilt 20 Jahre für einen festen Anteil',
]

test('it says what the specification asks for', async () => {
  const { main } = await open(PATH)
  expect(plain(one(main, 'h1').textContent)).toBe(
    'Unser erster Park: 500 Plätze für Pionierhaushalte.',
  )
  const head = plain(one(main, '.pilot__head').textContent)
  for (const said of [
    'kostenlos und unverbindlich',
    'Heute 0 €, ohne Zahlungskarte.',
    'Stand 22. November 2026: Der Park ist noch nicht bestätigt. Nächster Schritt:',
    'Den Termin Q2 2025 hat das Projekt nicht gehalten',
  ]) {
    expect(head).toContain(said)
  }
  expect(texts(main, '.steps .figure')).toEqual(['0 €', '79 €', 'z. B. 700 €'])
  expect(texts(main, '.steps .when')).toEqual([
    'Heute',
    'Nach etwa 6 bis 8 Wochen',
    'Wenn der Park am Netz ist',
  ])
  expect(plain(one(main, '.steps details').textContent)).toContain(
    'Basic 699 €, Standard 1.299 € und Premium 1.899 €',
  )
  expect(texts(main, '.facts dd:nth-of-type(1)')).toEqual([
    'Ingolstadt',
    '1,45 MW',
    '500',
    '414',
    'Bauphase',
    'Live Q2 2025',
  ])
  const households = plain(one(main, '.facts details').textContent)
  expect(households).toContain('1.450 kW geteilt durch 414 sind rund 3,5 kW je Haushalt')
  expect(households).toContain('500 ist die Zahl der Plätze, die wir vergeben')
  const notice = plain(one(main, '.legal__box').textContent)
  for (const sentence of NOTICE) expect(notice).toContain(sentence)
  expect(all(main, "a[href='/reservierung']")).toHaveLength(2)
  for (const alt of all(main, '.pictures img').map((img) => img.getAttribute('alt'))) {
    expect(alt).toMatch(/\(Beispielbild, computergeneriert\)$/)
  }
})
