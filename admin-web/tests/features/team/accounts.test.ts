import { describe, expect, it } from 'vitest'
import { type AccountRow, invitationWords } from '@/features/team/account'
import { actionsOf } from '@/features/team/actions'

describe('an account', () => {
  const account: AccountRow = {
    id: 1,
    email: '',
    name: '',
    role: 'staff',
    state: 'active',
    has_totp: true,
    created_at: '',
    last_seen_at: null,
    invitation_expires_at: null,
    version: 1,
  }

  it('allows what its state allows', () => {
    expect(actionsOf(account)).toEqual(['invite', 'resetTotp', 'revoke', 'disable'])
    expect(actionsOf({ ...account, state: 'invited' })).toEqual(['invite', 'disable'])
    expect(actionsOf({ ...account, state: 'disabled' })).toEqual(['enable'])
  })

  it('says how long its link is good for', () => {
    expect(invitationWords(account, String)).toBeNull()
    expect(invitationWords({ ...account, state: 'invited' }, String)).toContain('abgelaufen')
    const open = { ...account, state: 'invited', invitation_expires_at: 'morgen' } as const
    expect(invitationWords(open, String)).toBe('Die Einladung gilt bis morgen.')
  })
})
