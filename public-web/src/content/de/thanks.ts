import { formatShortEuro } from '@/lib/germanNumbers'
import { fees, timeline, totalSpots } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'

const card = formatShortEuro(fees.cardVerification)

export const thanksText = {
  title: (spot: number, total: number) => `Platz ${spot} von ${total} reserviert!`,
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
      when: `In etwa ${timeline.contract_weeks_from} bis ${timeline.contract_weeks_to} Wochen`,
      text: `Sobald der Park bestätigt ist, schreiben wir Ihnen. Sie wählen Ihren endgültigen Anteil und unterschreiben digital. Erst dann fallen ${formatShortEuro(fees.setup)} Einrichtung an, und Sie können ${timeline.withdrawal_days} Tage widerrufen.`,
    },
    {
      when: 'Wenn der Park am Netz ist',
      text: 'Sie zahlen Ihr Paket einmal oder in Raten, und die monatlichen Gutschriften beginnen.',
    },
  ],
  feedback: 'Feedback geben',
  opensNewTab: '(öffnet in neuem Tab)',
  home: 'Zur Startseite',
  cancel: `Doch nicht? Schreiben Sie uns über die [Kontaktseite](${paths.contact}), dann geben wir Ihren Platz kostenlos frei.`,
  flag: (spot: number) => `Platz ${spot}`,
  caption: `Das Feld zeigt ${totalSpots} Plätze, keine einzelnen Module: Ihr Anteil gilt für den ganzen Park.`,
} as const
