import { describe, expect, it } from 'vitest'
import { correctable, type RefusedMail } from '@/features/refusedMails/refused'

const of = (parts: object) => ({ reservation: null, waiting_entry: null, ...parts }) as RefusedMail
const told = (parts: object) => correctable(of(parts))?.consequences.join(' ')

describe('what follows from a corrected address', () => {
  it('is a confirmation only where there is a place to confirm', () => {
    expect(told({ reservation: { version: 2, holds_spot: true } })).toContain('bestätigen muss sie')
    const over = told({ reservation: { version: 2, holds_spot: false } })
    expect(over).toContain('außer denen, die einen Platz voraussetzen')
    expect(over).not.toContain('bestätigen')
  })

  it('is told of an entry that is open, and of no other', () => {
    const entry = { version: 3, is_open: true, state: 'offered' }
    expect(told({ waiting_entry: entry })).toContain('Die Mail mit dem Angebot geht sofort')
    expect(told({ waiting_entry: { ...entry, state: 'waiting' } })).toContain('14 Tage')
    expect(correctable(of({ waiting_entry: { ...entry, is_open: false } }))).toBeNull()
  })
})
