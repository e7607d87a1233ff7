import { paths } from '@/lib/paths'
import { figures } from './figures'

const { setup, spots, withdrawal } = figures

/** The contact form with topic and, where it is known, the reference of the reservation. */
const contactAbout = (topic: string, reference: string | null) =>
  `${paths.contact}?anliegen=${topic}${reference ? `&referenz=${reference}` : ''}`

export const thanksText = {
  title: (spot: number) => `Platz ${spot} von ${spots} reserviert!`,
  /** The reference stands between the two, on one line. */
  reference: ['Bezahlt haben Sie nichts. Ihre Referenz: ', ''],
  noReference: 'Bezahlt haben Sie nichts.',
  /** To who opens the page by its address alone, where the heading proves nothing. */
  nothingHere: `Diese Seite allein reserviert nichts, die Nummer steht nur in der Adresse. Ihren Platz zeigt „Meine Reservierung“. Noch keinen? [Anteil reservieren](${paths.reservation}).`,
  replayed:
    'Diese Reservierung hatten wir schon von Ihnen, mit denselben Angaben. Ein zweiter Platz ist nicht reserviert.',
  address: 'Ihre E-Mail-Adresse: ',
  wrongAddress: (reference: string | null) =>
    `Falsch geschrieben? [Schreiben Sie uns](${contactAbout('reservierung', reference)}), wir berichtigen sie.`,
  next: 'So geht es weiter',
  steps: [
    {
      when: 'Jetzt',
      text: 'Bitte bestätigen Sie Ihre Adresse mit dem Link, den Sie per E-Mail bekommen.',
    },
    {
      when: figures.contractWhen,
      text: `${figures.contractNews} Sie wählen Ihren endgültigen Anteil und unterschreiben digital. Erst dann fallen ${setup} Einrichtung an, und Sie können ${withdrawal} widerrufen.`,
    },
    {
      when: 'Wenn der Park am Netz ist',
      text: 'Sie zahlen Ihr Paket einmal oder in Raten, und die monatlichen Gutschriften beginnen.',
    },
  ],
  feedback: 'Feedback geben',
  opensNewTab: '(öffnet in neuem Tab)',
  home: 'Zur Startseite',
  cancel: (reference: string | null) =>
    `Doch nicht? Mit dem Link in unserer E-Mail öffnen Sie [Meine Reservierung](${paths.myReservation}) und geben Ihren Platz kostenlos zurück. Oder nehmen Sie das [Kontaktformular](${contactAbout('stornierung', reference)}).`,
  flag: (spot: number) => `Platz ${spot}`,
  caption: `Das Feld zeigt ${spots} Plätze, keine einzelnen Module: Ihr Anteil gilt für den ganzen Park.`,
} as const
