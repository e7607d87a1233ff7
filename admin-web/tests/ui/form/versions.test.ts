import { expect, test } from 'vitest'
import { differences, isOpen, keptMembers } from '@/ui/form/versions'

const kind = { labels: { name: 'Name', note: 'Notiz', time: 'Wann' }, parts: { time: ['zone'] } }
const base = { name: 'Nele', note: 'a', time: '6:00', zone: 'Berlin' }

test('a member is open only where both changed it, each differently', () => {
  const mine = { ...base, name: 'Nelly', note: 'b' }
  const found = differences(kind, base, mine, { ...base, note: 'c', zone: 'London' })
  expect(found).toEqual([
    { name: 'name', isMine: true, isTheirs: false },
    { name: 'note', isMine: true, isTheirs: true },
    { name: 'time', isMine: false, isTheirs: true },
  ])
  expect(found.map(isOpen)).toEqual([false, true, false])
})

test('both agree where they typed the same, in whatever order its members stand', () => {
  const typed = { ...base, note: { a: 1, b: 2 } }
  const stored = { ...base, note: { b: 2, a: 1 } }
  expect(differences(kind, base as object, typed, stored)).toEqual([])
})

test('what only I changed stays, of the rest what I chose, each with its parts', () => {
  const mine = { ...base, name: 'Nelly', time: '7:00' }
  const found = differences(kind, base, mine, { ...base, time: '8:00', note: 'b' })
  expect(keptMembers(kind, found, {})).toEqual(['name'])
  expect(keptMembers(kind, found, { time: 'theirs' })).toEqual(['name'])
  expect(keptMembers(kind, found, { time: 'mine' })).toEqual(['name', 'time', 'zone'])
})
