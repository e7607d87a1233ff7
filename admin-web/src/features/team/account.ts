import type { Schemas } from '@/api/operations'
import type { Shape } from '@/lib/states'
import type { Role } from '@/session/session'

export type AccountState = Schemas['AccountState']
export type AccountRow = Schemas['AccountRowOut']
export type AccountDocument = Schemas['AccountShowOut']

export const ACCOUNT_STATES: Record<AccountState, { label: string; shape: Shape }> = {
  invited: { label: 'Eingeladen', shape: 'half' },
  active: { label: 'Aktiv', shape: 'notches' },
  disabled: { label: 'Deaktiviert', shape: 'crossed' },
}

export const ROLE_CHOICES: readonly { role: Role; label: string; may: string }[] = [
  { role: 'staff', label: 'Sachbearbeitung', may: 'Reservierungen, Parks und Mails' },
  {
    role: 'marketing',
    label: 'Marketing',
    may: 'Reservierungen und Zahlen ohne personenbezogene Daten',
  },
  { role: 'admin', label: 'Administration', may: 'alles, auch Team und Änderungsprotokoll' },
]

/** What happened to an invitation: open until when, or over. */
export function invitationWords(
  account: AccountRow,
  moment: (at: string) => string,
): string | null {
  const { state, invitation_expires_at: until } = account
  if (state === 'invited')
    return until
      ? `Die Einladung gilt bis ${moment(until)}.`
      : 'Die Einladung ist abgelaufen. Senden Sie eine neue.'
  return until ? `Ein Link für ein neues Passwort gilt bis ${moment(until)}.` : null
}
