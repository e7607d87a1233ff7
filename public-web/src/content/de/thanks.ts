import { paths } from '@/lib/paths'
import { figures } from './figures'

const { card, contractWeeks, setup, spots, withdrawal } = figures

export const thanksText = {
  title: (spot: number) => `Platz ${spot} von ${spots} reserviert!`,
  reference: (reference: string) =>
    `Ihre Referenz lautet **${reference}**. Bezahlt haben Sie nichts: Der ${card} für die Kartenprüfung kommt zurück.`,
  noReference: `Ihre Referenz steht in unserer E-Mail. Bezahlt haben Sie nichts: Der ${card} für die Kartenprüfung kommt zurück.`,
  next: 'So geht es weiter',
  steps: [
    {
      when: 'Jetzt',
      text: 'Sehen Sie in Ihr E-Mail-Postfach: Dort finden Sie Ihren Platz, Ihre Referenz und alle Zahlen zum Nachlesen.',
    },
    {
      when: `In etwa ${contractWeeks}`,
      text: `Sobald der Park bestätigt ist, schreiben wir Ihnen. Sie wählen Ihren endgültigen Anteil und unterschreiben digital. Erst dann fallen ${setup} Einrichtung an, und Sie können ${withdrawal} widerrufen.`,
    },
    {
      when: 'Wenn der Park am Netz ist',
      text: 'Sie zahlen Ihr Paket einmal oder in Raten, und die monatlichen Gutschriften beginnen.',
    },
  ],
  feedback: 'Feedback geben',
  opensNewTab: '(öffnet in neuem Tab)',
  home: 'Zur Startseite',
  cancel: `Doch nicht? Schreiben Sie uns über das [Kontaktformular](${paths.contact}?anliegen=stornierung), dann geben wir Ihren Platz kostenlos frei.`,
  flag: (spot: number) => `Platz ${spot}`,
  caption: `Das Feld zeigt ${spots} Plätze, keine einzelnen Module: Ihr Anteil gilt für den ganzen Park.`,
} as const
