import { describe, expect, test } from 'vitest'
import { originFilters, originName } from '@/features/reports/frame/parameters/origin'
import {
  cellWords,
  type FunnelOriginRow,
  lossWords,
  moreWords,
  percent,
  type StepRow,
  shareWords,
  stagesOf,
} from '@/features/reports/marketing/funnel/funnel'
import { cellsOf, layoutOf } from '@/features/reports/marketing/funnel/layout'
import { allSteps, originSteps } from '@/features/reports/marketing/funnel/originSteps'
import { cellsPath, columnsEnd, notchesPath, wholeCellsPath } from '@/ui/drawing/parcel'
import { shortened } from '@/ui/drawing/text'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const step = (name: string, amount: number, lost: number | null, before = 0): StepRow => ({
  step: name,
  amount,
  amount_before: before || null,
  lost,
  lost_before: null,
  share_of_previous:
    lost === null ? null : Math.round((amount * 1_000_000) / Math.max(1, amount + lost)),
  share_of_previous_before: null,
  share_of_first: null,
  share_of_first_before: null,
})

const WAY = [
  step('landing', 1000, null, 800),
  step('form_started', 130, 870, 120),
  step('step_2', 90, 40, 80),
  step('step_3', 70, 20, 70),
  step('step_4', 60, 10, 50),
  step('thank_you', 15, 45, 10),
  step('reservation', 16, null, 12),
  step('contracted', 8, null, 3),
]

const stage = (name: string) => {
  const found = stagesOf(WAY).find((one) => one.step === name)
  if (!found) throw new Error(name)
  return found
}

describe('the way to a contract', () => {
  test('says what is lost at each step; who looks around is not lost', () => {
    expect(plain(lossWords(stage('landing')))).toBe('−87 %: sehen sich nur um')
    expect(plain(lossWords(stage('step_4')))).toBe('−75 %')
    expect(plain(lossWords(stage('step_2')))).toBe('−22 %')
    expect(moreWords(stage('step_2'))).toBe('20 gehen nicht weiter')
  })

  test('a parcel holds those who went on and those who did not', () => {
    expect(stage('landing')).toMatchObject({ all: 1000, full: 130 })
    expect(stage('thank_you')).toMatchObject({ all: 15, full: 15 })
    expect(plain(shareWords(stage('form_started')))).toBe('13 % vom Schritt davor')
  })

  test('what became of reservations is a part of all of them, in no fixed order', () => {
    expect(stage('contracted')).toMatchObject({ all: 16, full: 8, fullBefore: 250_000 })
    expect(plain(shareWords(stage('contracted')))).toBe('50 % der Reservierungen')
    expect(lossWords(stage('contracted'))).toBe('8 ohne Vertrag')
    expect(plain(moreWords(stage('contracted')))).toBe('davor 25 %')
    expect(lossWords(stage('reservation'))).toBe('')
  })

  test('nobody is said to be lost for not confirming what nobody is asked to confirm', () => {
    const names = (rows: readonly StepRow[]) => stagesOf(rows).map((stage) => stage.step)
    expect(names(WAY).slice(-3)).toEqual(['thank_you', 'reservation', 'contracted'])
    const asked = [...WAY, step('confirmed', 12, 4)]
    expect(names(asked).slice(-3)).toEqual(['reservation', 'confirmed', 'contracted'])
  })

  test('a way nobody took loses nobody', () => {
    const stages = stagesOf(WAY.map(({ step: name }) => step(name, 0, 0)))
    expect(stages.map(lossWords).join('')).toBe('')
  })

  test.each([
    [0, '0 %'],
    [4_400, '0,4 %'],
    [48_600, '4,9 %'],
    [131_321, '13 %'],
    [997_000, '99,7 %'],
    [1_000_000, '100 %'],
  ])('%i millionths are %s', (ppm, words) => expect(plain(percent(ppm))).toBe(words))

  test('a cell says what it is', () => {
    expect(cellWords('visits', 1)).toBe('eine Zelle: ein Besuch')
    expect(cellWords('reservations', 50)).toBe('eine Zelle: 50 Reservierungen')
  })
})

describe('the places of parcels', () => {
  const stages = stagesOf(WAY)

  test('stand one below the other, with a track between visits and reservations', () => {
    for (const isNarrow of [false, true]) {
      const { tops, track, height } = layoutOf(stages, 900, isNarrow)
      const places = [...tops.values()]
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(track).toBeGreaterThan(tops.get('thank_you') ?? 0)
      expect(track).toBeLessThan(tops.get('reservation') ?? 0)
      expect(height).toBeGreaterThan(tops.get('contracted') ?? 0)
    }
  })

  test('the widest fits into its field', () => {
    const visits = stages.filter(({ counted }) => counted === 'visits')
    for (const field of [300, 440, 900]) {
      const { unit, wide } = cellsOf('visits', visits, field, field < 400)
      expect(columnsEnd({ x: 0, y: 0, rows: 4, wide, high: 12 }, 1000 / unit)).toBeLessThanOrEqual(
        field,
      )
    }
  })

  test('are made of whole cells and one that is cut', () => {
    const place = { x: 0, y: 0, rows: 2, wide: 10, high: 10 }
    expect(cellsPath(place, 0, 2.5)).toBe('M0 0h8v8h-8zM0 10h8v8h-8zM10 0h8v4h-8z')
    expect(wholeCellsPath(place, 2.5, 3)).toBe('M10 0h8v8h-8z')
    expect(cellsPath(place, 0, 0)).toBe('')
    expect(cellsPath(place, 0, 0.01)).toBe('M0 0h8v1h-8z')
    expect(notchesPath(place, 1)).toBe('M2 4h4')
  })
})

describe('steps by origin', () => {
  const newsletter = {
    channel: 'campaign',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'post',
    referrer_host: '',
    landing: 100,
    form_started: 5,
    step_2: 4,
    step_3: 0,
    step_4: 0,
    thank_you: 0,
    reservation: 19,
    contracted: 10,
  } as FunnelOriginRow

  test('a share far below that of all is marked, and few tell no share', () => {
    const [origin] = originSteps([newsletter], WAY, 10)
    expect(origin?.name).toBe('newsletter / email / post')
    expect(origin?.shares.map(({ words }) => plain(words))).toEqual([
      '5 %',
      '4 von 5',
      '0 von 4',
      'keine',
      'keine',
      '10 von 19',
    ])
    expect(origin?.shares.map(({ isWeak }) => isWeak)).toEqual([true, ...Array(5).fill(false)])
  })

  test.each([
    [150, 4000, 300, 5000, true],
    [2, 30, 150, 1500, false],
    [80, 1000, 90, 1000, false],
  ])(
    '%d of %d beside %d of %d is marked where chance does not explain it',
    (part, whole, of, all, isMarked) => {
      const way = [step('landing', all, null), step('form_started', of, null)]
      const row = { ...newsletter, landing: whole, form_started: part }
      expect(originSteps([row], way, 10)[0]?.shares[0]?.isWeak).toBe(isMarked)
    },
  )

  test('all together are the figures of the steps', () => {
    expect(plain(allSteps(WAY).shares[0]?.words ?? '')).toBe('13 %')
  })

  test('an origin is filtered by what names it', () => {
    expect(originFilters(newsletter)).toEqual({
      channel: ['campaign'],
      utm_source: ['newsletter'],
      utm_medium: ['email'],
      utm_campaign: ['post'],
    })
    const site = { ...newsletter, channel: 'referrer', referrer_host: 'example.org' }
    expect(originFilters(site)).toEqual({ channel: ['referrer'], referrer_host: ['example.org'] })
    expect(originName({ ...newsletter, channel: 'direct' })).toBe('Direkt')
  })
})

test('long names break at blanks and hyphens, and end in dots', () => {
  const measure = (text: string) => text.length
  expect(shortened('newsletter / email / post-aus-ingolstadt', 24, 2, measure)).toEqual([
    'newsletter / email /',
    'post-aus-ingolstadt',
  ])
  expect(shortened('duckduckgo.com', 24, 2, measure)).toEqual(['duckduckgo.com'])
  expect(shortened('facebook / paid_social', 10, 1, measure)).toEqual(['facebook…'])
  expect(shortened('', 10, 2, measure)).toEqual([])
})
