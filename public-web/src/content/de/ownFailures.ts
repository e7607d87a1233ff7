/** What is said on a household's own pages when a call did not succeed. */
export const ownFailures = {
  unclear:
    'Wir haben keine Antwort bekommen. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  limited: (minutes: number) =>
    `Das waren sehr viele Versuche. Bitte warten Sie ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}.`,
  postponed: 'Gerade geht es nicht. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  codes: {
    changed_meanwhile:
      'Ihre Reservierung wurde inzwischen geändert. Hier steht jetzt der neue Stand.',
    too_little_energy: 'So viel Energie hat der Park nicht mehr. Ihr Anteil bleibt, wie er ist.',
    not_now: 'Das geht jetzt nicht mehr. Hier steht der neue Stand Ihrer Reservierung.',
    signed_out: 'Ihre Sitzung ist zu Ende. Lassen Sie sich bitte einen neuen Link schicken.',
    link_expired: 'Dieser Link ist abgelaufen.',
    unknown_link: 'Dieser Link gilt nicht.',
    too_many_mails:
      'Heute haben wir Ihnen schon mehrere Links geschickt. Bitte nehmen Sie den neuesten, oder versuchen Sie es morgen noch einmal.',
    already_waiting:
      'Mit dieser Adresse stehen Sie schon auf der Liste. Den Link zu Ihrer Stelle bekommen Sie noch einmal, außer wir haben Ihnen heute schon mehrere geschickt.',
    not_full: 'Es ist gerade ein Platz frei. Sie können ihn sofort reservieren.',
    no_offer: 'Dieses Angebot gilt nicht mehr.',
    offer_is_open: 'Für Sie ist gerade ein Platz gehalten. Bitte antworten Sie zuerst darauf.',
    confirm_later:
      'Mit Adressen derselben Domain wurden in dieser Stunde schon viele Plätze vergeben. Ihr Eintrag bleibt an seiner Stelle, und der Link bleibt gültig. Bitte drücken Sie nach der nächsten vollen Stunde noch einmal.',
    park_paused:
      'In diesem Park nehmen wir gerade keine Reservierungen an. Ihr Eintrag bleibt an seiner Stelle, und der Link bleibt gültig. Bitte versuchen Sie es später noch einmal.',
    phone_limit:
      'Mit dieser Mobilnummer gibt es schon so viele Reservierungen, wie eine Nummer haben darf.',
    entry_over: 'Dieser Eintrag ist beendet.',
    email_limit:
      'Mit dieser Adresse gibt es schon so viele Reservierungen, wie eine Adresse haben darf.',
  } as Record<string, string>,
  other: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal, oder schreiben Sie uns.',
} as const
