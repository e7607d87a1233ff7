/** How fast the list moves, its rule, and what follows an offer. */
export const forecastText = {
  title: (places: string, one: boolean) =>
    `Etwa ${places} ${one ? 'Platz wird' : 'Plätze werden'} im Monat frei`,
  turn: (month: string) =>
    `Bleibt es so, sind Sie im ${month} Monat an der Reihe. Es kann schneller oder langsamer gehen. Ein Datum nennen wir deshalb nicht.`,
  unknownTitle: 'Wie lange es dauert, wissen wir noch nicht',
  unknown:
    'Bisher sind zu wenige Plätze frei geworden, für eine verlässliche Schätzung. Sobald wir drei volle Monate kennen, steht hier, wie viele es im Monat sind.',
  sourceTitle: 'Woher kommt diese Zahl?',
  freed: (period: string, figures: string, mean: string) =>
    `Frei geworden sind ${period}: ${figures}, im Schnitt ${mean}.`,
  period: (first: string, last: string) => `von ${first} bis ${last}`,
  and: ' und ',
  places: (figures: string, last: number) => `${figures} ${last === 1 ? 'Platz' : 'Plätze'}`,
  ahead: (count: number) =>
    count === 0
      ? 'Vor Ihnen steht niemand.'
      : `Vor Ihnen ${count === 1 ? 'steht ein Haushalt' : `stehen ${count} Haushalte`}.`,
  sum: (ahead: number, mean: string, months: string) => `${ahead} ÷ ${mean} = ${months} Monate.`,
  drawing: 'Ein Kästchen ist ein Haushalt, eine Spalte ein Monat.',
  drawingRest: (rest: number) =>
    `Davor stehen noch ${rest} weitere Haushalte, die hier nicht gezeichnet sind.`,
  label: (position: number) => `Sie sind das ${position}. Kästchen.`,
  you: 'Sie',
  numbers: [
    'null',
    'ein',
    'zwei',
    'drei',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  months: [
    '',
    'ersten',
    'zweiten',
    'dritten',
    'vierten',
    'fünften',
    'sechsten',
    'siebten',
    'achten',
    'neunten',
    'zehnten',
    'elften',
    'zwölften',
  ],
} as const

export const ruleText = {
  title: 'So vergeben wir frei gewordene Plätze',
  lead: (kwh: string) =>
    `Frei wird manchmal mehr, manchmal weniger, als Sie möchten. Die Regel ist für alle gleich. Beispiel: Sie möchten ${kwh}.`,
  freed: (kwh: string) => `${kwh} werden frei`,
  more: (kwh: string, left: string) =>
    `Sie bekommen Ihre ${kwh}. Die übrigen ${left} gehen an den nächsten Haushalt, dem diese Menge genügt.`,
  same: 'Passt genau. Das Angebot kommt zu Ihnen und gilt 72 Stunden.',
  less: (name: string, kwh: string, price: string) =>
    `Wir bieten Ihnen zuerst ${name} an: ${kwh} für ${price}. Sagen Sie nein, behalten Sie Ihre Stelle.`,
  tooLittle: (kwh: string) =>
    `Für ein Paket reicht es nicht. Die ${kwh} bleiben liegen, bis mehr dazukommt. Ihre Stelle bleibt.`,
  twice: 'Danach ist der nächste Haushalt an der Reihe.',
  mostTimes: ['nie', 'einmal', 'zweimal', 'dreimal', 'viermal', 'fünfmal'],
  most: (times: string) =>
    `**Höchstens ${times}** geht jemand mit kleinerem Wunsch an Ihnen vorbei. Jedes Mal sagen wir Ihnen, warum. Danach bleibt alles, was frei wird, für Sie liegen, bis es reicht.`,
} as const

export const afterText = {
  title: 'Was dann passiert',
  accept: 'Sie nehmen an',
  acceptText: (spot: number) =>
    `Platz ${spot} ist reserviert. Alles Weitere steht in „Meine Reservierung“: Bindend wird erst der Vertrag.`,
  decline: 'Sie lehnen ab',
  declineText:
    'Der Platz geht sofort an den nächsten Haushalt. Ihr Eintrag endet. Sie können sich neu eintragen, dann ganz hinten.',
  declineSmaller: 'Der Platz geht sofort an den nächsten Haushalt. Ihre Stelle behalten Sie.',
  silent: 'Sie antworten nicht',
  silentText: (remind: string, end: string, hour: string) =>
    `Am ${remind} erinnern wir Sie einmal. Am ${end} um ${hour} geht der Platz weiter, und Ihr Eintrag endet.`,
  silentSmaller: (remind: string, end: string, hour: string) =>
    `Am ${remind} erinnern wir Sie einmal. Am ${end} um ${hour} geht der Platz weiter. Ihre Stelle behalten Sie.`,
} as const
