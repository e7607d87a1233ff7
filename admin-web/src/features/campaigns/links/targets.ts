/** The pages of the public site a campaign can lead to. */
export const TARGETS: readonly (readonly [path: string, label: string])[] = [
  ['/', 'Startseite'],
  ['/reservierung', 'Reservierung'],
  ['/solar-gutschriftsrechner', 'Gutschriftsrechner'],
  ['/pilot', 'Pilotprojekt'],
  ['/wie-es-funktioniert', 'Wie es funktioniert'],
  ['/voltigo-im-vergleich', 'Voltigo im Vergleich'],
  ['/faqs', 'Fragen und Antworten'],
  ['/wenn-etwas-schiefgeht', 'Wenn etwas schiefgeht'],
  ['/ueber-uns', 'Über uns'],
  ['/kontakt', 'Kontakt'],
  ['/en', 'Angebot auf Englisch'],
  ['/einfach', 'Angebot in einfacher Sprache'],
  ['/dashboard', 'Beispiel-Dashboard'],
  ['/dashboard/invest', 'Investieren'],
]

export const targetName = (path: string): string =>
  TARGETS.find(([target]) => target === path)?.[1] ?? path

/** To choose one of them by path; one that is no longer in the list stays as it is. */
export const targetChoices = (path: string) => [
  ...(TARGETS.some(([target]) => target === path) ? [] : [[path, path] as const]),
  ...TARGETS.map(([target, label]) => [target, `${label} (${target})`] as const),
]
