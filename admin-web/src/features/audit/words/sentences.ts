import { counted, formatDay } from '@/lib/format'
import { UTM_WORDS, type UtmField } from '@/lib/utm'
import { type AuditEntry, subjectOf } from '../entry'
import { ACCESS_SENTENCES } from './accessSentences'
import { COST_SENTENCES } from './costSentences'
import { MESSAGE_SENTENCES } from './messageSentences'
import { MONEY_SENTENCES } from './moneySentences'

/**
 * What happened, told after the actor: „Miriam Falk “ + „hat Reservierung 17 storniert.“
 * `{subject}` stands for what it happened to. `tests/audit` names the actions the server knows.
 */
export const SENTENCES: Record<string, string> = {
  ...ACCESS_SENTENCES,
  ...MESSAGE_SENTENCES,
  ...MONEY_SENTENCES,
  'report.recounted': 'hat die Daten zum Nachrechnen eines Berichts geladen ({subject}).',
  'report_link.added': 'hat einen Link zu einem festgehaltenen Bericht angelegt ({subject}).',
  'report_link.revoked': 'hat einen Link zu einem festgehaltenen Bericht widerrufen ({subject}).',
  'alert.opened': 'hat einen Hinweis eröffnet ({subject}).',
  'alert.closed': 'hat einen Hinweis beendet ({subject}).',
  'figure_alert.created': 'hat einen eigenen Hinweis eingerichtet ({subject}).',
  'figure_alert.changed': 'hat einen eigenen Hinweis geändert ({subject}).',
  'figure_alert.paused': 'hat einen eigenen Hinweis angehalten ({subject}).',
  'figure_alert.resumed': 'hat einen eigenen Hinweis fortgesetzt ({subject}).',
  'figure_alert.removed': 'hat einen eigenen Hinweis gelöscht ({subject}).',
  'figure_alert.handed_over': 'hat einen eigenen Hinweis übergeben ({subject}).',
  'figure_alert.tested': 'hat sich eine Testmail zu einem eigenen Hinweis geschickt ({subject}).',
  'report_run.repeated': 'hat einen fehlgeschlagenen Bericht wiederholt ({subject}).',
  'report_schedule.created': 'hat einen Zeitplan für einen Bericht angelegt ({subject}).',
  'report_schedule.changed': 'hat einen Zeitplan für einen Bericht geändert ({subject}).',
  'report_schedule.paused': 'hat einen Zeitplan für einen Bericht angehalten ({subject}).',
  'report_schedule.resumed': 'hat einen Zeitplan für einen Bericht fortgesetzt ({subject}).',
  'report_schedule.recipient_confirmed':
    'hat eine Adresse außerhalb des Teams für ein Jahr bestätigt ({subject}).',
  'report_schedule.recipient_left':
    'hat einen Bericht mit dem Link aus der Mail abbestellt ({subject}).',
  'report_schedule.recipient_filtered':
    'hat den eigenen Filter eines Empfängers geändert ({subject}).',
  'responsibilities.handed_over':
    'hat alles übergeben, was ein Konto bekam und verantwortete ({subject}).',
  'responsibilities.address_removed': 'hat eine Adresse außerhalb des Teams überall entfernt.',
  'report_schedule.removed': 'hat einen Zeitplan für einen Bericht gelöscht ({subject}).',
  ...COST_SENTENCES,
  'alias.added': 'hat eine Schreibweise zugeordnet: Sie zählt als {utm} „{canonical}“.',
  'alias.undone':
    'hat eine Zuordnung rückgängig gemacht: Die Schreibweise zählte als {utm} „{canonical}“.',
  'told_text.mapped':
    'hat eine Antwort in eigenen Worten zugeordnet: Sie zählt als „{counted_as}“.',
  'told_text.undone':
    'hat die Zuordnung einer Antwort rückgängig gemacht: Sie zählte als „{counted_as}“.',
  'reservation.reserved': 'hat einen Platz reserviert ({subject}).',
  'reservation.edited': 'hat Angaben der {subject} geändert.',
  'reservation.revealed': 'hat sich Kontaktdaten der {subject} zeigen lassen.',
  'reservation.note_added': 'hat zu der {subject} eine Notiz geschrieben.',
  'reservation.note_pinned': 'hat eine Notiz zu der {subject} angeheftet.',
  'reservation.note_unpinned': 'hat eine angeheftete Notiz zu der {subject} gelöst.',
  'reservation.note_withdrawn': 'hat eine eigene Notiz zu der {subject} zurückgezogen.',
  'reservation.evidence_read': 'hat den Nachweis der {subject} gelesen.',
  'reservation.invite': 'hat {subject} zum Vertrag eingeladen.',
  'reservation.decide': 'hat für {subject} den Anteil festgelegt.',
  'reservation.order_contract': 'hat für {subject} den Vertrag bestellt.',
  'reservation.ask_account_change': 'hat für {subject} ein anderes Konto angegeben.',
  'reservation.change_account': 'hat für {subject} ein anderes Konto gültig gemacht.',
  'reservation.refund_overpaid': 'lässt {subject} zu viel Gezahltes erstatten.',
  'reservation.keep_overpaid': 'verrechnet bei {subject} zu viel Gezahltes doch mit dem Nächsten.',
  'reservation.stop_reminders': 'hat die Zahlungserinnerungen zu {subject} angehalten.',
  'reservation.resume_reminders': 'lässt die Zahlungserinnerungen zu {subject} weitergehen.',
  'reservation.pay_early': 'hat für {subject} die restlichen Raten auf einmal fällig gestellt.',
  'reservation.keep_instalments': 'ist für {subject} zu den Raten zurückgekehrt.',
  'reservation.accept_instalments': 'hat für {subject} die Raten zugesagt.',
  'reservation.decline_instalments': 'hat für {subject} die Raten abgelehnt.',
  'reservation.contract': 'hat den Vertrag der {subject} eingetragen.',
  'reservation.activate': 'hat die Lieferung der {subject} begonnen.',
  'reservation.end': 'hat {subject} beendet.',
  'reservation.cancel': 'hat {subject} storniert.',
  'reservation.expire': 'hat {subject} verfallen lassen.',
  'reservation.withdraw': 'hat den Widerruf der {subject} eingetragen.',
  'reservation.cancel_park': 'hat {subject} mit dem Park abgesagt.',
  'reservation.begin_card_check': 'hat eine Kartenprüfung begonnen ({subject}).',
  'reservation.end_card_check':
    'hat beim Zahlungsdienst nach der Kartenprüfung der {subject} gefragt.',
  'reservation.verify_deposit': 'hat die Kartenprüfung der {subject} bestätigt.',
  'reservation.refund_deposit': 'hat die Kartenprüfung der {subject} erstattet.',
  'reservation.fail_deposit': 'hat die Kartenprüfung der {subject} als gescheitert eingetragen.',
  'reservation.waive_deposit': 'hat die Kartenprüfung der {subject} erlassen.',
  'reservation.add_tag': 'hat {subject} ein Merkmal gegeben.',
  'reservation.remove_tag': 'hat {subject} ein Merkmal genommen.',
  'reservation.set_follow_up': 'hat {subject} auf Wiedervorlage gelegt.',
  'reservation.mark_price_checked': 'hat den Preis der {subject} geprüft.',
  'reservation.mark_not_duplicate': 'hat {subject} als keine Dublette vermerkt.',
  'reservation.flag_duplicate': 'hält {subject} für eine mögliche Dublette.',
  'reservation.take_back_import': 'hat {subject} mit ihrer Liste zurückgenommen.',
  'reservation.merge': 'hat {subject} mit anderen zusammengeführt.',
  'reservation.give_up': 'hat {subject} zurückgegeben.',
  'reservation.ask_hand_over': 'hat den Platz der {subject} einem anderen Haushalt angeboten.',
  'reservation.hand_over_declined': 'möchte den Platz der {subject} nicht übernehmen.',
  'reservation.hand_over_withdrawn': 'hat das Angebot, {subject} zu übernehmen, zurückgezogen.',
  'reservation.hand_over_expired':
    'hat das Angebot, {subject} zu übernehmen, ohne Antwort beendet.',
  'reservation.hand_over_closed':
    'hat das Angebot, {subject} zu übernehmen, als hinfällig beendet.',
  'reservation.hand_over': 'hat {subject} an einen anderen Haushalt übergeben.',
  'reservation.take_over': 'hat einen Platz von einem anderen Haushalt übernommen ({subject}).',
  'reservation.transfer': 'hat den Vertrag der {subject} jemand anderem übertragen.',
  'reservation.take_over_contract': 'hat mit der {subject} einen Vertrag übernommen.',
  'reservation.lapse': 'hat {subject} aufgegeben, weil niemand die Adresse bestätigt hat.',
  'reservation.lapse_invitation':
    'hat {subject} aufgegeben, weil die Einladung zum Vertrag ohne Antwort blieb.',
  'reservation.confirm_email': 'hat die Adresse der {subject} bestätigt.',
  'reservation.correct_email':
    'hat gleich nach dem Reservieren die Adresse der {subject} berichtigt.',
  'reservation.change_email': 'hat eine neue Adresse der {subject} bestätigt.',
  'reservation.ask_for_address': 'hat für {subject} einen Link an eine neue Adresse angefordert.',
  'reservation.change_contact': 'hat Name oder Telefon der {subject} geändert.',
  'reservation.change_share': 'hat Paket oder Zahlung der {subject} geändert.',
  'reservation.move_spot': 'hat der {subject} einen anderen Platz gegeben.',
  'reservation.swap_spots': 'hat den Platz der {subject} mit einem anderen Haushalt getauscht.',
  'reservation.reopen': 'hat {subject} wieder aufgenommen.',
  'reservation.erase': 'hat die Daten des Haushalts in {subject} gelöscht.',
  'reservation.release_spot':
    'hat nach der Rücknahmefrist den Platz {spot} freigegeben ({subject}).',
  'park.edited': 'hat {subject} geändert.',
  'park.confirmed': 'hat {subject} bestätigt.',
  'park.connected': 'hat den Netzanschluss von {subject} festgehalten.',
  'park.confirmation_taken_back': 'hat die Bestätigung von {subject} zurückgenommen.',
  'park.paused': 'hat die Reservierungen in {subject} angehalten.',
  'park.cancelled': 'hat {subject} abgesagt.',
  'park.resumed': 'hat die Reservierungen in {subject} wieder geöffnet.',
  'park.spots_blocked': 'hat in {subject} {spots} gesperrt.',
  'park.spots_released': 'hat in {subject} {spots} freigegeben.',
  'mail.letter_expired':
    'hat {subject} gelöscht, weil der Brief 30 Tage lang nicht verschickt wurde.',
  'mail.printed': 'hat {subject} als Brief zum Drucken geöffnet.',
  'mail.posted': 'hat {subject} als versandt vermerkt.',
  'mail.resent': 'hat {subject} erneut gesendet.',
  'mail.retried': 'hat {subject} nach einem Fehler erneut gesendet.',
  'mail.all_retried': 'hat alle gescheiterten und wartenden Mails erneut gesendet.',
  'mail.released': 'hat {subject}, nach einer Wiederherstellung angehalten, gesendet.',
  'mail.cancelled': 'hat {subject} zurückgezogen.',
  'mail.settled': 'hat {subject}, vom Empfänger abgelehnt, als erledigt vermerkt.',
  'mail.address_corrected': 'hat nach einer abgelehnten Mail die Adresse berichtigt ({subject}).',
  'alert.noted': 'hat einen Hinweis zur Kenntnis genommen.',
  'alert_rule.added': 'hat eine Regel für Hinweise angelegt.',
  'alert_rule.changed': 'hat eine Regel für Hinweise geändert.',
  'alert_rule.removed': 'hat eine Regel für Hinweise gelöscht.',
  'contact.received': 'hat über das Kontaktformular geschrieben.',
  'conversation.revealed': 'hat sich Adresse oder Nummer eines Absenders zeigen lassen.',
  'declaration.received': 'hat widerrufen oder gekündigt.',
  'declaration.match': 'hat einen Widerruf oder eine Kündigung zugeordnet.',
  'declaration.accept': 'hat einen Widerruf oder eine Kündigung angenommen.',
  'declaration.reject': 'hat einen Widerruf oder eine Kündigung abgelehnt.',
  'declaration.refund': 'hat eine Erstattung nach Widerruf vermerkt.',
  'waiting_list.joined': 'hat sich auf die Warteliste eingetragen.',
  'waiting_list.confirmed': 'hat die Adresse für die Warteliste bestätigt.',
  'waiting_list.revealed': 'hat sich eine Adresse der Warteliste zeigen lassen.',
  'waiting_list.wish_changed': 'hat auf der Warteliste das Paket geändert.',
  'waiting_list.offered': 'hat einem Haushalt der Warteliste einen Platz angeboten.',
  'waiting_list.asked_to_confirm': 'hat reserviert und muss zuerst die Adresse bestätigen.',
  'waiting_list.offer_accepted': 'hat einen angebotenen Platz angenommen.',
  'waiting_list.offer_declined': 'hat einen angebotenen Platz abgelehnt.',
  'waiting_list.offer_expired': 'hat ein Angebot der Warteliste beendet.',
  'waiting_list.offer_withdrawn': 'hat ein Angebot der Warteliste zurückgezogen.',
  'waiting_list.passed': 'hat einen Eintrag der Warteliste übergangen.',
  'waiting_list.skipped': 'lässt einen Eintrag der Warteliste einmal aus.',
  'waiting_list.moved': 'hat die Reihenfolge der Warteliste geändert.',
  'waiting_list.noted': 'hat eine Notiz zu einem Eintrag der Warteliste geschrieben.',
  'waiting_list.address_corrected': 'hat die Adresse eines Eintrags der Warteliste berichtigt.',
  'waiting_list.left': 'ist von der Warteliste gegangen.',
  'waiting_list.taken_off': 'hat einen Eintrag von der Warteliste genommen.',
  'waiting_list.unconfirmed': 'hat einen nicht bestätigten Eintrag der Warteliste beendet.',
  'waiting_list.park_cancelled': 'hat einen Eintrag mit der Absage des Parks beendet.',
  'export.fetched': 'hat {rows} exportiert ({subject}).',
  'campaign.added': 'hat {subject} angelegt.',
  'campaign.edited': 'hat {subject} geändert.',
  'campaign.archived': 'hat {subject} archiviert.',
  'campaign.unarchived': 'hat {subject} zurückgeholt.',
  'link.added': 'hat einen Kurzlink angelegt: /l/{slug}.',
  'link.disabled': 'hat einen Kurzlink stillgelegt: /l/{slug}.',
  'link.enabled': 'hat einen Kurzlink wieder aktiviert: /l/{slug}.',
  'note.added': 'hat eine Anmerkung eingetragen, für den {day}.',
  'note.edited': 'hat eine Anmerkung geändert, für den {day}.',
  'note.removed': 'hat eine Anmerkung gelöscht, für den {day}.',
  'metric.checked': 'hat die Definition der {subject} bestätigt.',
  'segment.added': 'hat ein Segment für Berichte angelegt.',
  'segment.edited': 'hat ein Segment für Berichte geändert.',
  'segment.removed': 'hat ein Segment für Berichte gelöscht.',
  'report_run.kept': 'hat einen Bericht festgehalten ({subject}).',
  'report_run.removed': 'hat einen festgehaltenen Bericht gelöscht ({subject}).',
  'report_run.generated': 'hat einen Bericht nach Plan berechnet ({subject}).',
  'report_run.delivered': 'hat einen Bericht an alle Empfänger zugestellt ({subject}).',
  'report_run.failed':
    'konnte einen Bericht nicht berechnen oder nicht an alle zustellen ({subject}).',
  'job.run_asked': 'hat {subject} von Hand gestartet.',
  'job.paused': 'hat {subject} angehalten.',
  'job.resumed': 'hat {subject} fortgesetzt.',
  'reservation_import.added': 'hat eine Liste von Reservierungen eingelesen: {rows} ({subject}).',
  'reservation_import.undone': 'hat das Einlesen einer Liste rückgängig gemacht ({subject}).',
  'referral_code.issued': 'hat Haushalten Empfehlungscodes gegeben: {count}.',
  'referral_code.added': 'hat einen Empfehlungscode angelegt: {code}.',
  'referral_code.disabled': 'hat einen Empfehlungscode gesperrt: {code}.',
  'referral_code.enabled': 'hat einen Empfehlungscode wieder zugelassen: {code}.',
  'referral_use.judged': 'hat die Codes neuer Reservierungen beurteilt.',
  'self_check.run': 'hat geprüft, ob Werte von Kampagnen verloren gehen.',
  'operation_request.asked': 'hat einen großen Vorgang zur Freigabe vorgelegt: {count}.',
  'operation_request.approved': 'hat einen großen Vorgang freigegeben: {count}.',
  'operation_request.refused': 'hat einen großen Vorgang nicht freigegeben: {count}.',
  'backup.restored': 'hat eine Sicherung wiederhergestellt (angehaltene Mails: {held_mails}).',
  'installation.imported': 'hat einen Export eingespielt (angehaltene Mails: {held_mails}).',
  'installation.settings_edited': 'hat eingetragen oder geändert: {settings}.',
  'installation.secret_adopted': 'hat ein neues Geheimnis der Installation übernommen.',
  'backup.mails_released':
    'hat die nach einer Wiederherstellung angehaltenen Mails freigegeben ({mails}).',
  'setup.test_mail_ordered': 'hat eine Testmail angefordert.',
  'setup.mail_arrived': 'hat bestätigt, dass die Testmail angekommen ist.',
  'setup.backup_confirmed': 'hat bestätigt, dass es eine Sicherung gibt.',
  'setup.backup_key_confirmed':
    'hat bestätigt, dass der Schlüssel der Sicherungen auch anderswo liegt.',
  'setup.legal_texts_confirmed': 'hat bestätigt, dass die Rechtstexte gelesen sind.',
  'webhook.added': 'hat einen Webhook angelegt ({subject}).',
  'webhook.edited': 'hat {subject} geändert.',
  'webhook.removed': 'hat {subject} entfernt.',
  'webhook.paused': 'hat {subject} angehalten.',
  'webhook.resumed': 'hat {subject} fortgesetzt.',
  'webhook.secret_rotated': 'hat das Geheimnis von {subject} erneuert.',
  'webhook.tested': 'hat {subject} mit einem Testereignis geprüft.',
  'webhook.replayed': 'hat an {subject} erneut gesendet: {count}.',
  'machine_token.added': 'hat einen Zugangsschlüssel angelegt ({subject}).',
  'machine_token.revoked': 'hat {subject} widerrufen.',
}

const ROLES: Record<string, string> = {
  admin: 'Administration',
  staff: 'Sachbearbeitung',
  marketing: 'Marketing',
}

/** The entry in a German sentence without its subject; an action without words is named as the server names it. */
export function predicate(entry: AuditEntry): string {
  const template = SENTENCES[entry.action] ?? operationSentence(entry.action)
  return template.replace(/\{(\w+)\}/g, (_, name: string) => valueNamed(name, entry))
}

/** A named operation is told with all its reservations, and each can be taken back. */
function operationSentence(action: string): string {
  const [kind, name = ''] = action.split('.')
  const subject = kind === 'operation' ? '{reservations}' : '{subject}'
  if (name.startsWith('undo_')) return `hat den letzten Schritt an ${subject} zurückgenommen.`
  const single = kind === 'operation' ? SENTENCES[`reservation.${name}`] : undefined
  if (single) return single.replace('{subject}', subject)
  return `hat „${action}“ ausgeführt ({subject}).`
}

function valueNamed(name: string, entry: AuditEntry): string {
  const { details } = entry
  if (name === 'subject') return subjectOf(entry).words
  if (name === 'reservations') return reservationsOf(entry)
  if (name === 'spots') {
    const { numbers } = details
    return counted(Array.isArray(numbers) ? numbers.length : 0, '1 Platz', 'Plätze')
  }
  if (name === 'rows') return counted(Number(details.rows ?? 0), 'eine Zeile', 'Zeilen')
  if (name === 'utm') return fieldWords(details.field)
  const value = String(details[name] ?? '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value)
  return ROLES[value] ?? value
}

const fieldWords = (field: unknown): string =>
  UTM_WORDS[field as UtmField]?.label ?? String(field ?? '')

/** Of one reservation its name, of more how many they are. */
function reservationsOf(entry: AuditEntry): string {
  const { reservations, about } = entry
  if (reservations === 1 && about) return subjectOf(entry).words
  return counted(reservations ?? 0, '1 Reservierung', 'Reservierungen')
}
