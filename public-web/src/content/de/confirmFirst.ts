/** Said to a household that has to confirm its address before it gets a place. */
export const confirmFirstText = {
  title: 'Fast geschafft: Bitte bestätigen Sie Ihre Adresse.',
  lead: (email: string | null) =>
    `Ihre Angaben sind bei uns angekommen und gespeichert. Öffnen Sie unsere E-Mail${email ? ` an **${email}**` : ''} und bestätigen Sie dort Ihre Adresse, dann bekommen Sie den nächsten freien Platz.`,
  until: (moment: string | null) =>
    `Sie haben ${moment ? `bis **${moment}**` : '**drei Tage**'} Zeit. Warten Sie trotzdem nicht zu lange: Vergeben wird, solange Plätze frei sind. Ist keiner mehr frei, stehen Sie auf der Warteliste, und zwar an der Stelle, an der Ihre Reservierung eingegangen ist.`,
  why: 'Der Grund: Gerade kommen ungewöhnlich viele Reservierungen auf einmal. So gehen die Plätze an Haushalte und nicht an Programme.',
  noMail:
    'Nach einigen Minuten ist noch nichts da? Sehen Sie bitte auch im Spam-Ordner nach. Haben Sie das Formular heute schon mehrmals abgeschickt, nehmen Sie die letzte E-Mail, die ankam. War die Adresse falsch, gehen Sie zurück zum Formular, berichtigen Sie sie und senden Sie es noch einmal ab.',
  back: 'Zurück zum Formular',
} as const
