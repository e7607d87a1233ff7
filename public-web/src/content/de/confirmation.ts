import { paths } from '@/lib/paths'

/** What the browser that has reserved reads on top. */
export const confirmationText = {
  ask: 'Ein Klick fehlt noch: Bestätigen Sie Ihre Adresse.',
  sentTo: (email: string) => `Wir haben an **${email}** geschrieben.`,
  unwritten: (email: string) =>
    `An **${email}** gingen heute schon mehrere E-Mails, deshalb schicken wir keine weitere. Den Link bekommen Sie mit Ihrer Referenz unter [Meine Reservierung](${paths.myReservation}).`,
  until: (deadline: string) =>
    `Bis ${deadline} halten wir den Platz. Danach endet die Reservierung, und einen Tag später kann ihn ein anderer Haushalt bekommen.`,
  refused: 'Ihr Postfach hat unsere E-Mail abgelehnt.',
  refusedText: (email: string) =>
    `Die E-Mail an **${email}** kam sofort zurück. Stimmt die Adresse?`,
  open: (host: string) => `Postfach bei ${host} öffnen`,
  newTab: '(öffnet in neuem Tab)',
  check: 'Schon bestätigt? Nachsehen',
  notYet: 'Noch nicht bestätigt. Sehen Sie bitte auch im Spam-Ordner nach.',
  wrong: 'Falsch geschrieben? Ändern',
  change: 'Adresse ändern',
  email: 'Richtige E-Mail-Adresse',
  save: 'Berichtigen',
  cancel: 'Abbrechen',
  corrected: 'Berichtigt. Ein Link an die erste Adresse gilt nicht mehr.',
  done: 'Ihre Adresse ist bestätigt. Gerade ist nichts mehr zu tun.',
  own: 'Zu Meiner Reservierung',
  over: 'Diese Reservierung besteht nicht mehr.',
  calendar: 'Frist als Kalenderdatei',
  friend: 'Ihr Link für Freunde',
  friendNote:
    'Sie sehen später, wie viele darüber reserviert haben, keine Namen. Eine Prämie zahlen wir nicht.',
  failure: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  limit: 'Mit dieser Adresse gibt es schon so viele Reservierungen, wie eine Adresse haben darf.',
  events: {
    confirm: 'Voltigo: Adresse bestätigen',
    note: (reference: string, spot: number) =>
      `Mit dem Link in unserer E-Mail. Platz ${spot}, Referenz ${reference}.`,
  },
} as const
