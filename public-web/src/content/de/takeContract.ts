/** What somebody reads that a running contract is offered to. */
export const takeContractText = {
  title: (from: string) => `${from} möchte Ihnen einen Vertrag weitergeben.`,
  lead: (deadline: string) =>
    `Er läuft und ist bezahlt. Übernehmen Sie ihn, erhalten Sie die Gutschriften ab dem Tag danach. Sie haben Zeit **bis ${deadline}**.`,
  see: 'Unterlagen ansehen',
  no: 'Ich möchte den Vertrag nicht',
  what: 'Das übernehmen Sie',
  whatText: (park: string, spot: number, kwh: string) =>
    `Das Nutzungsrecht an erwarteten ${kwh} im Jahr aus dem Solarpark ${park}, Platz ${spot}. Was er wirklich erzeugt, schwankt mit Wetter und Jahr.`,
  whatDays: (day: string) =>
    `Übernehmen Sie heute, ist der ${day} Ihr erster Tag mit Gutschriften. Der letzte Tag der Laufzeit bleibt, wie er ist.`,
  texts: 'Lesen',
  textsLead:
    'Das sind alle Texte, die dazu gehören. Wo Punkte stehen, kommen Ihre Angaben und die neue Vertragsnummer hin.',
  form: 'Ihre Angaben',
  formText: (email: string) => `Wir schreiben Ihnen an ${email}.`,
  account:
    'Auf dieses Konto überweisen wir Ihre Gutschriften. Das Mandat gehört dazu; zu zahlen ist nichts.',
  declare: 'Zustimmen',
  order: 'Was es kostet',
  free: 'Uns zahlen Sie für die Übernahme nichts, und auch sonst ist nichts mehr offen. Ein gesetzliches Widerrufsrecht besteht deshalb nicht.',
  submit: 'Vertrag übernehmen',
  after: 'Danach schicken wir Ihnen gleich alle Unterlagen. Ihre Seite öffnet sich hier.',
  failed: 'Die Unterlagen konnten nicht geladen werden.',
  again: 'Noch einmal laden',
  /** What is said of refusals that only this page knows. */
  codes: {
    changed_meanwhile:
      'Inzwischen ist ein neuer Tag. Oben steht jetzt, ab wann die Gutschriften Ihnen gehören.',
    no_hand_over: 'Dieses Angebot gilt nicht mehr.',
    phone_limit:
      'Mit dieser Mobilnummer gibt es schon so viele Reservierungen, wie eine Nummer haben darf.',
  } as Record<string, string>,
} as const
