import { figures } from './figures'

const { card } = figures

/** What a household reads of the check of its card, before its contract. */
export const cardText = {
  title: 'Karte prüfen',
  lead: `Bis zum Vertrag können Sie Ihre Zahlungskarte prüfen lassen. Dafür wird ${card} vorgemerkt und gleich wieder freigegeben; abgebucht wird nichts. Nötig ist das vorerst nicht.`,
  where: {
    stripe:
      'Ihre Karte geben Sie auf einer Seite unseres Zahlungsdienstes Stripe ein (Stripe Payments Europe, Ltd., Irland); die Kartennummer bekommen wir nicht. Was gespeichert wird, steht in den Datenschutzhinweisen unter „Kartenprüfung“.',
    simulated:
      'Der Zahlungsdienst ist hier nur eine Simulation: Eine Karte brauchen Sie nicht, und Geld fließt nicht.',
  },
  begin: 'Karte jetzt prüfen',
  open: 'Ihre Prüfung ist noch nicht abgeschlossen. Meldet sich Ihre Bank erst später, sehen wir von selbst nach.',
  resume: 'Weiter zum Zahlungsdienst',
  look: 'Noch einmal nachsehen',
  held: `Ihre Karte ist geprüft. Noch ist ${card} darauf vorgemerkt; wir geben ihn von selbst frei. Zu tun ist für Sie nichts.`,
  released: `Ihre Karte ist geprüft, und die Vormerkung von ${card} ist aufgehoben. Bis Ihre Bank das anzeigt, können einige Tage vergehen.`,
  failed: (cause: string) => `${cause} Auf Ihrer Karte ist nichts vorgemerkt.`,
  expired: 'Die Prüfung wurde nicht zu Ende gebracht. Auf Ihrer Karte ist nichts vorgemerkt.',
  again: 'Noch einmal versuchen',
} as const
