import { figures } from './figures'

const { free } = figures

/** What the household reads that a place is offered to. */
export const takeText = {
  title: (from: string, spot: number) => `${from} möchte Ihnen Platz\u00a0${spot} weitergeben.`,
  lead: (deadline: string) =>
    `Wenn Sie übernehmen, reservieren Sie den Platz: heute ${free}, unverbindlich. Sie haben Zeit **bis ${deadline}**.`,
  flag: (spot: number) => `Platz ${spot}`,
  see: 'Zahlen ansehen',
  no: 'Ich möchte den Platz nicht',
  what: 'Das übernehmen Sie',
  whatText: (park: string, spot: number, of: number) =>
    `Platz ${spot} von ${of} im Solarpark ${park}, mit Paket, Zahlung und Preis, wie sie versprochen wurden.`,
  whatToday: `Bis zum Vertrag können Sie Paket und Zahlung ändern oder den Platz kostenlos zurückgeben.`,
  form: 'Ihre Angaben',
  formText: (email: string) =>
    `Was wir für eine Reservierung brauchen. Wir schreiben Ihnen an ${email}.`,
  submit: (spot: number) => `Platz ${spot} kostenlos übernehmen`,
  submitDetail: 'Unverbindlich und ohne Karte. Gebunden sind Sie erst mit dem Vertrag.',
  /** What is said of refusals that only this page knows. */
  codes: {
    changed_meanwhile:
      'Paket oder Zahlung wurden inzwischen geändert. Oben stehen jetzt die neuen Zahlen.',
    no_hand_over: 'Dieses Angebot gilt nicht mehr.',
    phone_limit:
      'Mit dieser Mobilnummer gibt es schon so viele Reservierungen, wie eine Nummer haben darf.',
  } as Record<string, string>,
  sure: 'Wirklich ablehnen?',
  sureText:
    'Der bisherige Haushalt behält dann den Platz. Er kann Ihnen den Platz später erneut anbieten.',
  yes: 'Ja, ablehnen',
  keep: 'Nein, noch ansehen',
  again: 'Neuen Link zuschicken',
  sentAgain: 'Der neue Link ist unterwegs, an die Adresse dieser E-Mail. Er gilt 48 Stunden.',
  states: {
    link_expired: {
      title: 'Dieser Link ist abgelaufen.',
      text: 'Jeder Link gilt 48 Stunden. Das Angebot selbst gilt noch.',
    },
    accepted: {
      title: 'Dieser Platz gehört schon Ihnen.',
      text: 'Den Link zu Ihrer Reservierung finden Sie in unserer letzten E-Mail.',
    },
    declined: {
      title: 'Sie haben abgelehnt.',
      text: 'Danke für die Antwort. Zu tun ist nichts mehr, Ihre Adresse löschen wir.',
    },
    withdrawn: {
      title: 'Das Angebot wurde zurückgezogen.',
      text: 'Der bisherige Haushalt behält den Platz. Zu tun ist nichts.',
    },
    expired: {
      title: 'Das Angebot ist abgelaufen.',
      text: 'Die Frist ist vorbei, der bisherige Haushalt behält den Platz.',
    },
    closed: {
      title: 'Das Angebot gilt nicht mehr.',
      text: 'Diesen Platz kann sein Haushalt nicht mehr weitergeben. Zu tun ist nichts.',
    },
  },
} as const
