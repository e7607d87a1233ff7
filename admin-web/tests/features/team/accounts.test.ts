// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { type AccountRow, invitationWords } from '@/features/team/account'
import { actionsOf } from '@/features/team/actions'
import { type Holding, handOverWords } from '@/features/team/holding'

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

describe('what hangs on an account', () => {
  const of = (...roles: Holding['roles']): Holding => ({
    kind: 'owns',
    subject: `report_schedule:${roles.length}`,
    name: 'Jede Woche',
    roles,
  })

  it.each([
    [[of('staff'), of('staff', 'admin')], 'Mara übernimmt 2 Einträge.'],
    [
      [of('staff'), of('admin')],
      'Mara übernimmt 1 Eintrag. 1 bleibt bei diesem Konto, weil die Rolle von Mara das nicht sehen darf.',
    ],
    [
      [of('admin'), of()],
      'Alles bleibt bei diesem Konto, weil die Rolle von Mara das nicht sehen darf.',
    ],
  ])('goes over as far as the role of the colleague allows', (holdings, words) => {
    expect(handOverWords(holdings, 'staff', 'Mara')).toBe(words)
  })
})
