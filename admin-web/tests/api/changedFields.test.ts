import { expect, test } from 'vitest'
import { changedFields } from '@/api/changedFields'

test('an edit is what has another value, and never the version', () => {
  const before = { id: 7, name: 'Alt', tags: ['a'], notes: null, version: 3 }
  expect(changedFields({ ...before, name: 'Neu', tags: ['a'], version: 4 }, before)).toEqual({
    name: 'Neu',
  })
})

test('nothing and not known are the same', () => {
  const typed: { notes?: string | null } = { notes: undefined }
  expect(changedFields(typed, { notes: null })).toEqual({})
})
