import type { PathOf } from '@/api/operations'
import { onItsWay } from '@/session/mailWords'
import type { AccountRow } from './account'

export type AccountAction = 'invite' | 'resetTotp' | 'revoke' | 'disable' | 'enable'

/** What stands in the document after the address of an account. */
type LastPart<P> = P extends `/api/staff/accounts/{id}/${infer L}` ? L : never

interface ActionWords {
  path: LastPart<PathOf<'post'>>
  /** On the button. */
  label: string
  /** Beside it: what will happen. */
  meaning: string
  done: () => string
}

export const ACTIONS: Record<AccountAction, ActionWords> = {
  invite: {
    path: 'invitation',
    label: 'Neuen Link senden',
    meaning:
      'Schickt einen neuen Link per Mail, mit dem die Person ihr Passwort setzt. Eine Einladung gilt 72 Stunden, ein Link für ein neues Passwort 60 Minuten; frühere Links werden ungültig.',
    done: () => onItsWay('Der neue Link'),
  },
  resetTotp: {
    path: 'reset-totp',
    label: 'Zweiten Faktor zurücksetzen',
    meaning:
      'Hilft, wenn das Telefon verloren ging. Alle Sitzungen enden, alle Passkeys werden entfernt. Die Person bekommt einen Link per Mail, der 60 Minuten gilt: Mit ihm und ihrem Passwort richtet sie einen neuen zweiten Faktor ein.',
    done: () => `Der zweite Faktor ist zurückgesetzt. ${onItsWay('Der Link')}`,
  },
  revoke: {
    path: 'sessions/revoke',
    label: 'Überall abmelden',
    meaning:
      'Beendet alle Sitzungen dieses Kontos sofort. Anmelden kann sich die Person danach wieder.',
    done: () => 'Alle Sitzungen sind beendet.',
  },
  disable: {
    path: 'disable',
    label: 'Konto deaktivieren',
    meaning:
      'Die Person kommt ab sofort nicht mehr in die Konsole; ihre Sitzungen enden. Berichte und Hinweise bekommt sie keine mehr; was sie verantwortet, und Aufgaben, die sie übernommen hat, können Sie dabei übergeben. Was sie getan hat, bleibt im Änderungsprotokoll.',
    done: () => 'Das Konto ist deaktiviert.',
  },
  enable: {
    path: 'enable',
    label: 'Konto wieder aktivieren',
    meaning: 'Die Person kann sich wieder anmelden, mit Passwort und zweitem Faktor wie zuvor.',
    done: () => 'Das Konto ist wieder aktiv.',
  },
}

/** What an account's state allows. */
export function actionsOf({ state, has_totp }: AccountRow): AccountAction[] {
  if (state === 'disabled') return ['enable']
  if (state === 'invited') return ['invite', 'disable']
  return ['invite', ...(has_totp ? (['resetTotp'] as const) : []), 'revoke', 'disable']
}
