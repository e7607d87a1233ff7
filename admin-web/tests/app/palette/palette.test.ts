import { describe, expect, test } from 'vitest'
import { groupsFor, listPath } from '@/app/palette/options'
import { pagesFor, synonymFor } from '@/app/palette/pages'
import { verbOf } from '@/app/palette/verbs'
import { cut, type Hit, type Match, namePieces, type OtherHit, reasonsOf } from '@/ui/found/reasons'

const match = (
  kind: Match['kind'],
  text: string,
  start: number,
  end: number,
  more = {},
): Match => ({
  kind,
  text,
  start,
  end,
  is_whole: true,
  one_error: false,
  ...more,
})

const hitWith = (...matches: Match[]): Hit => ({
  id: 7,
  reference: 'VG-KRHG-3GZR',
  first_name: 'Jörg',
  last_name: 'Thoma',
  spot_number: 4,
  park: 'ingolstadt',
  state: 'reserved',
  phone: '•••• 0025',
  postcode: '85055',
  annual_kwh: 2000,
  payment_plan: 'one-off',
  follow_up_on: null,
  updated_at: '2026-11-20T08:00:00Z',
  matches,
})

const words = (...matches: Match[]): string =>
  reasonsOf(matches)
    .map(({ words, match: found }) => (found ? `${words} ${found.text}` : words))
    .join(', ')

describe('why a household was found', () => {
  const name = match('name', 'Thoma', 0, 5)
  test.each([
    ['Name und Platz', [name, match('spot', '4', 0, 1)]],
    ['Name, Platz fängt so an', [name, match('spot', '412', 0, 1, { is_whole: false })]],
    ['ein Buchstabe anders', [match('name', 'Toma', 0, 4, { is_whole: false, one_error: true })]],
    ['Telefon endet auf 0025', [match('phone', '•••• 0025', 5, 9, { is_whole: false })]],
    ['Telefon beginnt mit 0171', [match('phone', '0171•••', 0, 4, { is_whole: false })]],
    ['Merkmal „Umzug“', [match('tag', 'Umzug', 0, 3)]],
    ['Name', [name, name]],
  ])('%s', (said, matches) => expect(words(...matches)).toBe(said))

  test('the marks are where the server says, also behind letters of two units', () => {
    expect(cut('😀Toma!', [{ start: 1, end: 5 }])).toEqual([
      { text: '😀', isMatch: false },
      { text: 'Toma', isMatch: true },
      { text: '!', isMatch: false },
    ])
    expect(namePieces(hitWith(match('name', 'Thoma', 0, 2))).filter((one) => one.isMatch)).toEqual([
      { text: 'Th', isMatch: true },
    ])
    const [note] = reasonsOf([match('note', 'für Süß', 4, 7)])
    expect(note?.match && cut(note.match.text, [note.match])[1]?.text).toBe('Süß')
  })
})

describe('pages', () => {
  const names = (typed: string, role: 'admin' | 'staff' | 'marketing') =>
    pagesFor(typed, role).map(({ name }) => name)

  test('are found by label and by other words, umlauts in any spelling, for whom may see them', () => {
    expect(names('abläufe', 'admin')).toEqual(['jobs'])
    expect(names('ablaeufe', 'admin')).toEqual(['jobs'])
    expect(names('cron', 'admin')).toEqual(['jobs'])
    expect(names('cron', 'staff')).toEqual([])
    expect(names('warte', 'marketing')).toEqual([])
    expect(names('park', 'staff')[0]).toBe('parks')
    const [jobs] = pagesFor('cron', 'admin')
    expect(jobs && synonymFor('cron', jobs)).toBe('Cron')
  })
})

describe('groups', () => {
  const asked = { record: undefined, recents: [], help: [], isWaiting: false }
  const found = {
    hits: [hitWith(match('name', 'Thoma', 0, 5))],
    others: [],
    asked: 'thoma',
    total: 21,
    hasMore: false,
  }

  test('old hits are outdated and uncounted while a new answer is on its way', () => {
    const [now] = groupsFor({ ...asked, typed: 'thoma', role: 'staff', found })
    const [later] = groupsFor({ ...asked, typed: 'thoma 4', role: 'staff', found, isWaiting: true })
    expect([now?.note, now?.isOutdated]).toEqual(['1 von 21, alle Parks', false])
    expect([later?.note, later?.isOutdated]).toEqual(['…', true])
  })

  test('the list is offered with all that fit, and with nothing else as its filter', () => {
    const list = groupsFor({ ...asked, typed: ' thoma ', role: 'staff', found }).at(-1)?.options[0]
    expect(list).toMatchObject({
      label: 'Alle 21 in der Liste zeigen',
      to: '/reservations?filter=%7B%22q%22%3A%22thoma%22%7D&page=1',
    })
  })

  test('who is known without a reservation leads to the page they are known from', () => {
    const other = (kind: OtherHit['kind']): OtherHit => ({
      kind,
      id: 3,
      name: 'Norbert Weiß',
      email: 'n•••@example.org',
      about: 'Ingolstadt',
      at: '2026-11-20T08:00:00Z',
      matches: [match('name', 'Norbert Weiß', 8, 12)],
    })
    const others = [other('waiting'), other('conversation'), other('declaration')]
    const groups = groupsFor({
      ...asked,
      typed: 'weiß',
      role: 'staff',
      found: { ...found, hits: [], total: 0, others },
    })
    expect(groups[0]?.options.map((one) => 'to' in one && one.to)).toEqual([
      '/waiting-list/3/show',
      '/messages/3',
      '/declarations/3/show',
    ])
  })

  test('a verb alone asks for whom, and with a name begins with whoever is chosen', () => {
    const alone = groupsFor({
      ...asked,
      typed: 'stornier',
      role: 'staff',
      found: { ...found, hits: [], total: 0 },
    })
    expect(alone.find(({ name }) => name === 'verbs')?.options).toMatchObject([
      { kind: 'verb', action: { name: 'cancel' } },
    ])
    expect(verbOf('thoma stornieren')).toMatchObject({
      rest: 'thoma',
      actions: [{ name: 'cancel' }],
    })
    expect(verbOf('Platz wechseln 23')).toMatchObject({
      rest: '23',
      actions: [{ name: 'move_spot' }],
    })
    expect(verbOf('Thoma')).toBeUndefined()
    const cancel = { name: 'cancel', label: 'Stornieren' }
    const groups = groupsFor({
      ...asked,
      typed: 'thoma stornieren',
      role: 'staff',
      found: { ...found, begins: cancel },
    })
    expect(groups.at(-1)?.options[0]).toMatchObject({ to: listPath('thoma') })
    expect(groups[0]).toMatchObject({ label: 'Stornieren:', options: [{ begins: cancel }] })
  })

  test('marketing gets pages only', () => {
    const groups = groupsFor({ ...asked, typed: 'ka', role: 'marketing', found })
    expect(groups.map(({ name }) => name)).toEqual(['pages'])
  })
})
