import { describe, expect, it } from 'vitest'
import {
  changesOf,
  conflicts,
  forgetDraft,
  keepDraft,
  keptDraft,
  settled,
  typed,
} from '@/features/reservations/edit/draft'
import { reservation } from './reservation'

const base = reservation()

describe('what is typed', () => {
  it('is a change only as long as it differs from what is stored', () => {
    const draft = typed(base, {}, 'last_name', 'Hartwig-Meier')
    expect(draft).toEqual({ last_name: 'Hartwig-Meier' })
    expect(typed(base, draft, 'last_name', 'Hartwig')).toEqual({})
  })

  it('of a masked field is a change unless it is what the server holds', () => {
    expect(typed(base, {}, 'email', 'neu@example.org', 'alt@example.org')).toEqual({
      email: 'neu@example.org',
    })
    expect(typed(base, { email: 'neu' }, 'email', 'alt@example.org', 'alt@example.org')).toEqual({})
    expect(typed(base, {}, 'email', '', 'alt@example.org')).toEqual({ email: '' })
  })

  it('is sent as the server wants it', () => {
    const draft = { tags: ' Presse, Umzug,, Presse ', follow_up_on: '', last_name: ' Weiß ' }
    expect(changesOf(draft)).toEqual({
      tags: ['Presse', 'Umzug'],
      follow_up_on: null,
      last_name: 'Weiß',
    })
  })
})

describe('a newer version', () => {
  const current = reservation({ last_name: 'Hartwig-Brandt', notes: 'Zurückgerufen.', version: 4 })
  const draft = { last_name: 'Hartwig-Meier', first_name: 'Nelly' }

  it('is open only where both changed a field', () => {
    expect(conflicts(base, draft, current)).toEqual([
      { field: 'first_name', mine: 'Nelly', theirs: 'Nele', isOpen: false },
      { field: 'last_name', mine: 'Hartwig-Meier', theirs: 'Hartwig-Brandt', isOpen: true },
      { field: 'notes', mine: undefined, theirs: 'Zurückgerufen.', isOpen: false },
    ])
  })

  it('agrees where both typed the same', () => {
    expect(conflicts(base, { last_name: 'Hartwig-Brandt' }, current)).toEqual([
      { field: 'notes', mine: undefined, theirs: 'Zurückgerufen.', isOpen: false },
    ])
  })

  it('keeps what only I changed, and of the rest what I chose', () => {
    const found = conflicts(base, draft, current)
    expect(settled(draft, found, { last_name: 'theirs' })).toEqual({ first_name: 'Nelly' })
    expect(settled(draft, found, { last_name: 'mine' })).toEqual(draft)
  })
})

describe('a draft', () => {
  it('waits for the account that typed it, and for nobody else', () => {
    keepDraft(1, { draft: { notes: 'neu' }, base, at: 0 })
    expect(keptDraft(1, base.id)?.draft).toEqual({ notes: 'neu' })
    expect(keptDraft(2, base.id)).toBeUndefined()
    forgetDraft(1, base.id)
    expect(keptDraft(1, base.id)).toBeUndefined()
  })

  it('is gone once nothing differs any more', () => {
    keepDraft(1, { draft: { notes: 'neu' }, base, at: 0 })
    keepDraft(1, { draft: {}, base, at: 0 })
    expect(keptDraft(1, base.id)).toBeUndefined()
  })
})
