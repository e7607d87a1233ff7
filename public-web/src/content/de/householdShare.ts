/** A household's share with its figures, on its own page. */
export const shareText = {
  title: 'Ihr Anteil',
  lead: 'Bis zum Vertrag können Sie Paket und Zahlung ändern oder absagen.',
  fixed: 'Nach dem Vertrag bleibt der Anteil, wie er ist.',
  change: 'Anteil ändern',
  name: (name: string, months: number) =>
    months ? `${name}, ${months} Raten` : `${name}, einmal bezahlt`,
} as const

/** Another package or plan, before it is chosen. */
export const chooseText = {
  title: 'Anteil ändern',
  package: 'Paket',
  plan: 'Zahlung',
  once: 'Einmal',
  instalments: (months: number) => `${months} Raten`,
  effective: (rate: string) => `effektiv ${rate}`,
  stays: 'Ihre Nummer bleibt.',
  left: (kwh: string) => `Der Park hat noch ${kwh} im Jahr frei.`,
  tooMuch: (left: string) =>
    `So viel hat der Park nicht mehr: ${left} im Jahr sind noch frei. Ein kleineres Paket geht immer.`,
  table: 'Bisher und neu nebeneinander',
  before: 'Bisher',
  after: 'Neu',
  save: (name: string) => `Auf ${name} ändern`,
  keep: 'So lassen, wie es ist',
  pick: 'Wählen Sie etwas anderes, dann steht hier, was sich ändert.',
  caveat: 'Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr.',
  saved: 'Geändert. Wir haben Ihnen beides, bisher und neu, per E-Mail geschickt.',
} as const
