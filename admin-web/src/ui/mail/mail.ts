import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'
import type { Shape } from '@/lib/states'

export type MailState = Schemas['ShownMailState']
/** A mail as the list answers it; the recipient's address is masked. */
export type MailRow = Schemas['MailOut']
export type MailDocument = Schemas['MailShowOut']

/** How a mail is sent again: one that failed is tried again, any other repeated; `null` where it cannot be. */
export function wayToSendAgain(
  mail: Pick<MailDocument, 'can_retry' | 'can_resend'>,
): 'retry' | 'resend' | null {
  if (mail.can_retry) return 'retry'
  return mail.can_resend ? 'resend' : null
}

export const sendAgainWords = ({
  recipient_today,
}: Pick<MailDocument, 'recipient_today'>): string =>
  recipient_today ? `Erneut senden an ${recipient_today}` : 'Noch einmal als Brief'

/** Where a letter is opened to be printed. */
export const letterPath = (id: number): string => `/api/staff/mails/${id}/letter.pdf`

/** Sun is what waits for a clerk; the rest differs in shape. */
export const MAIL_STATES: Record<MailState, { label: string; shape: Shape }> = {
  failed: { label: 'Nicht zugestellt', shape: 'sun' },
  retrying: { label: 'Wird erneut versucht', shape: 'half' },
  held: { label: 'Angehalten', shape: 'sun' },
  to_print: { label: 'Brief zu drucken', shape: 'sun' },
  queued: { label: 'Wartet auf Versand', shape: 'outline' },
  sent: { label: 'Versendet', shape: 'full' },
  cancelled: { label: 'Zurückgezogen', shape: 'crossed' },
}

export const MAIL_KINDS: Record<string, string> = {
  reservation_received: 'Reservierung eingegangen',
  contract_invitation: 'Einladung zum Vertrag',
  invitation_reminder: 'Erinnerung an die Einladung',
  invitation_lapsed: 'Einladung ohne Antwort abgelaufen',
  share_decided: 'Anteil festgelegt',
  contract_asked: 'Bestellung eingegangen',
  contract_declined: 'Raten abgelehnt',
  contract_closed: 'Vertrag geschlossen',
  contract_offered: 'Vertrag: jemand anderem angeboten',
  contract_offer_asked: 'Vertrag: Angebot, an den Inhaber',
  contract_taken_over: 'Vertrag übernommen',
  contract_transferred: 'Vertrag übergeben',
  supply_begins: 'Lieferung beginnt',
  supply_ended: 'Lieferung beendet',
  reservation_cancelled: 'Stornierung',
  reservation_expired: 'Reservierung verfallen',
  reservation_reinstated: 'Stornierung zurückgenommen',
  reservation_given_up: 'Rückgabe durch den Haushalt',
  reservation_restored: 'Platz wieder beim Haushalt',
  debit_announced: 'Ankündigung einer Lastschrift',
  payment_reminder: 'Erinnerung an eine Zahlung',
  early_payment: 'Restliche Raten auf einmal',
  confirm_account: 'Bestätigung des neuen Kontos',
  account_asked: 'Neues Konto, an die frühere Adresse',
  account_changed: 'Neues Konto gilt',
  reservation_lapsed: 'Platz ohne Bestätigung aufgegeben',
  reservation_changed: 'Änderung durch den Haushalt',
  confirm_address: 'Bitte um Bestätigung',
  confirm_reminder: 'Erinnerung an die Bestätigung',
  confirm_new_address: 'Bestätigung einer neuen Adresse',
  address_changed: 'Hinweis an die bisherige Adresse',
  page_link: 'Link zu „Meine Reservierung“',
  hand_over_asked: 'Übergabe: angeboten',
  hand_over_offered: 'Übergabe: an den anderen Haushalt',
  hand_over_ended: 'Übergabe: bleibt beim Haushalt',
  hand_over_done: 'Übergabe: übergeben',
  hand_over_taken: 'Übergabe: übernommen',
  data_erased: 'Daten gelöscht',
  reservations_merged: 'Reservierungen zusammengeführt',
  withdrawal_confirmed: 'Widerruf bestätigt',
  withdrawal_received: 'Widerruf eingegangen',
  notice_received: 'Kündigung eingegangen',
  withdrawal_accepted: 'Widerruf angenommen',
  notice_accepted: 'Kündigung bestätigt',
  declaration_rejected: 'Erklärung abgelehnt',
  waiting_joined: 'Warteliste: eingetragen',
  confirm_first: 'Reservierung: erst bestätigen',
  waiting_link: 'Warteliste: Link',
  waiting_offer: 'Warteliste: Angebot',
  waiting_offer_ending: 'Warteliste: Angebot endet bald',
  waiting_offer_ended: 'Warteliste: Angebot beendet',
  waiting_passed: 'Warteliste: vorbeigegangen',
  waiting_over: 'Warteliste: Eintrag beendet',
  park_cancelled: 'Park abgesagt',
  park_confirmed: 'Park bestätigt',
  contact_forwarded: 'Kontaktanfrage an uns',
  contact_received: 'Kontaktanfrage bestätigt',
  staff_answer: 'Antwort oder Nachricht des Teams',
  staff_link: 'Zugang zur Konsole',
  staff_notice: 'Hinweis zum Konto',
  setup_test: 'Testmail',
  report_failed: 'Bericht fehlgeschlagen',
  report_arrived: 'Bericht',
  alert_opened: 'Hinweis zum Betrieb',
  figure_alert: 'Eigener Hinweis',
  work_overdue: 'Überfällige Aufgaben',
  webhook_paused: 'Webhook angehalten',
  audit_checkpoint: 'Prüfpunkt des Protokolls',
}

/** What styles of this page carry, so that the browser takes them. */
export const pageNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? ''

export const kindWord = (kind: string): string => MAIL_KINDS[kind] ?? kind

/** What happened to a mail so far, in a sentence. */
export function deliveryWords(mail: MailRow, moment: (at: string) => string): string {
  const tries = counted(mail.attempts, 'einem Versuch', 'Versuchen')
  switch (mail.state) {
    case 'sent':
      if (mail.is_letter && mail.sent_at) return `Als Brief versandt am ${moment(mail.sent_at)}.`
      return mail.sent_at ? `Versendet am ${moment(mail.sent_at)}.` : 'Versendet.'
    case 'queued':
      return 'Geht gleich hinaus.'
    case 'to_print':
      return 'Der Haushalt hat keine E-Mail-Adresse. Drucken Sie den Brief, und vermerken Sie ihn als versandt.'
    case 'held':
      return 'Nach einer Wiederherstellung angehalten: Diese Mail wurde vielleicht schon gesendet. Prüfen Sie es, bevor Sie sie senden, oder ziehen Sie sie zurück.'
    case 'retrying':
      return mail.next_attempt_at
        ? `Nach ${tries} noch nicht angenommen. Der nächste folgt am ${moment(mail.next_attempt_at)}.`
        : `Nach ${tries} noch nicht angenommen.`
    case 'failed':
      return `Nach ${tries} aufgegeben. Prüfen Sie die Adresse, dann senden Sie die Mail erneut.`
    case 'cancelled':
      return 'Zurückgezogen, bevor sie hinausging.'
  }
}
