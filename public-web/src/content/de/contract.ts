import { figures } from './figures'

const { term, withdrawal } = figures

/** The household's contract before it is ordered: what is asked, read and declared. */
export const orderText = {
  title: 'Ihr Vertrag',
  lead: 'Lesen Sie in Ruhe. Bis Sie ganz unten bestellen, bindet Sie nichts.',
  failed: 'Ihr Vertrag konnte nicht geladen werden.',
  again: 'Noch einmal laden',
  account: {
    title: 'Anschrift und Konto',
    lead: 'Auf dieses Konto überweisen wir Ihre Gutschriften. Von ihm ziehen wir ein, was Sie zahlen.',
    street: 'Straße und Hausnummer',
    town: 'Ort',
    townHint: (postcode: string) =>
      `Postleitzahl ${postcode}. Stimmt sie nicht, schreiben Sie uns bitte vor der Bestellung.`,
    iban: 'IBAN',
    ibanHint: 'Gespeichert wird sie verschlüsselt, gezeigt werden nur die letzten vier Stellen.',
    ibanAgain: 'Nach dem Neuladen der Seite fragen wir noch einmal danach.',
    account_holder: 'Kontoinhaber',
    other: 'Das Konto gehört jemand anderem',
  },
  texts: {
    title: 'Lesen',
    lead: 'Das sind alle Texte, die zum Vertrag gehören, mit Ihren Zahlen. Wo Punkte stehen, kommen Anschrift und Konto hin.',
    version: (subtitle: string, version: string) => `${subtitle}. Fassung ${version}.`,
    keep: 'Alle Texte mit Ihren Angaben als PDF',
    kept: 'Die PDF-Datei ist da. Bestellt ist damit noch nichts.',
    file: 'vertrag-zum-lesen.pdf',
  },
  credit: {
    title: (months: number) => `Kreditinformation zu ${months} Raten`,
    effective: 'effektiver Jahreszins',
    cash: 'Barzahlungspreis',
    surcharge: 'Aufpreis',
    rates: (months: number) => `${months - 1} Raten je`,
    last: 'Letzte Rate',
    total: 'Teilzahlungspreis',
    nominal: (rate: string) => `Sollzins, fest für die ganze Laufzeit: ${rate} im Jahr.`,
    person:
      'Ob wir Ihnen die Raten anbieten können, entscheidet ein Mensch. Bis zu seiner Antwort ist niemand gebunden.',
  },
  declare: {
    title: 'Zustimmen',
    privacy:
      'Was wir mit Ihren Daten tun, steht in den [Datenschutzhinweisen](/datenschutz). Dafür brauchen wir keine Zustimmung.',
  },
  withdraw: (day: string) =>
    `Sie können ${withdrawal} lang ohne Grund widerrufen, bei einem Vertragsschluss heute bis ${day}. Vorher buchen wir nichts ab.`,
  order: {
    title: 'Das bestellen Sie',
    what: (spot: number, name: string, kwh: string, park: string) =>
      `Platz ${spot}, Paket ${name}: das Nutzungsrecht an erwarteten ${kwh} im Jahr aus dem Solarpark ${park}, ${term} lang.`,
    when: 'Wann Sie zahlen',
    button: 'zahlungspflichtig bestellen',
    missing: 'Es fehlt noch:',
    after: 'Danach schicken wir Ihnen gleich den Vertrag mit allen Texten.',
  },
  missing: {
    street: 'Bitte geben Sie Straße und Hausnummer an.',
    town: 'Bitte geben Sie Ihren Ort an.',
    iban: 'Bitte geben Sie die IBAN Ihres Kontos an.',
    account_holder: 'Bitte geben Sie an, wem das Konto gehört.',
    holder_agrees: 'Bitte bestätigen Sie, dass die andere Person einverstanden ist.',
    agrees_to_contract: 'Ohne diese Erklärung können Sie nicht bestellen.',
    gives_mandate: 'Ohne diese Erklärung können Sie nicht bestellen.',
    wants_credit: 'Ohne diese Erklärung können Sie nicht in Raten bestellen.',
  },
  /** The same, as a word in the list of what is missing. */
  short: {
    street: 'Straße',
    town: 'Ort',
    iban: 'IBAN',
    account_holder: 'Kontoinhaber',
    holder_agrees: 'Einverständnis des Kontoinhabers',
    agrees_to_contract: 'Zustimmung zum Vertrag',
    gives_mandate: 'Lastschriftmandat',
    wants_credit: 'Erklärung zu den Raten',
  },
} as const

/** The contract after it was ordered. */
export const standingText = {
  state: {
    asked: {
      title: 'Ihre Bestellung ist eingegangen',
      text: 'Ob wir Ihnen die Raten anbieten können, entscheidet ein Mensch. Wir schreiben Ihnen, sobald entschieden ist. Bis dahin ist niemand gebunden.',
    },
    concluded: {
      title: 'Ihr Vertrag ist geschlossen',
      text: 'Den Vertrag mit allen Texten haben Sie per E-Mail bekommen. Hier liegt er noch einmal.',
    },
    declined: {
      title: 'Die Raten können wir Ihnen nicht anbieten',
      text: 'Ihr Platz bleibt reserviert. Unter [Ihr Anteil](#anteil) wechseln Sie auf eine einmalige Zahlung, dann können Sie hier noch einmal bestellen.',
    },
    dropped: { title: 'Diese Bestellung ist aufgehoben', text: 'Gebunden waren Sie nicht.' },
  },
  changed:
    'Sie haben Ihren Anteil seit der Bestellung geändert. Bitte bestellen Sie mit dem neuen Anteil noch einmal.',
  number: 'Vertrag',
  ordered: 'Bestellt am',
  takenOver: 'Übernommen am',
  account: 'Konto',
  accountOf: (holder: string, lastFour: string) => `${holder}, Endung ${lastFour}`,
  mandate: 'SEPA-Mandat',
  otherAccount: {
    title: 'Konto ändern',
    lead: 'Wir schicken Ihnen einen Link. Erst wenn Sie ihn bestätigen, gilt das neue Konto.',
    debits:
      'Was schon bei der Bank ist, geht noch vom bisherigen Konto ab. Alles Weitere kündigen wir Ihnen für das neue noch einmal an.',
    button: 'Link zum Bestätigen schicken',
    asked: (lastFour: string, until: string) =>
      `Für das Konto mit der Endung ${lastFour} haben wir Ihnen einen Link geschickt. Er gilt bis ${until}. Bis Sie ihn bestätigen, bleibt alles beim bisherigen Konto.`,
  },
  earning: 'Gutschriften ab',
  /** As long as it is open; once the park is on the grid, the payment alone decides. */
  earningLater: (isConnected: boolean) =>
    isConnected
      ? 'steht mit der ersten Zahlung fest'
      : 'steht mit Netzanschluss und erster Zahlung fest',
  document: 'Alle Unterlagen als PDF',
  plan: {
    title: 'Ihr Zahlungsplan',
    none: 'Zu zahlen ist nichts: Der Vertrag war bezahlt, als Sie ihn übernommen haben.',
    caption: 'Jede Zahlung mit ihrem Tag',
    day: 'Tag',
    what: 'Wofür',
    amount: 'Betrag',
    /** As long as the day is open. */
    later: {
      setup: 'nach der Widerrufsfrist',
      price: 'nach dem Netzanschluss',
      instalment: 'am Monatsende, ab dem Monat nach dem Netzanschluss',
      rest: '',
    },
    paid: 'bezahlt',
    setup: 'Einrichtung',
    price: 'Paketpreis',
    rest: 'Rest der Raten, auf einmal',
    instalment: (first: number, last: number, months: number) =>
      first === last ? `Rate ${first} von ${months}` : `Raten ${first} bis ${last} von ${months}`,
    each: (amount: string) => `je ${amount}`,
    more: (count: number) => `Alle ${count} Zahlungen ansehen`,
  },
  early: {
    possible: {
      title: 'Den Rest auf einmal zahlen',
      text: (day: string, count: number, saved: string) =>
        `Fällig am ${day}. Damit ${count === 1 ? 'ist die letzte Rate' : `sind die letzten ${count} Raten`} erledigt, und Sie sparen ${saved}: Die Kosten für die restliche Laufzeit entfallen. Raten, die bis dahin fällig werden, zahlen Sie wie bisher.`,
      button: 'Auf einmal zahlen',
      ask: (amount: string) =>
        `Möchten Sie ${amount} auf einmal zahlen? Die Abbuchung kündigen wir Ihnen vorher an.`,
      confirm: 'Ja, auf einmal zahlen',
    },
    agreed: {
      title: 'Sie zahlen den Rest auf einmal',
      text: (day: string, _: number, saved: string) =>
        `Fällig am ${day}. Sie sparen ${saved}. Solange davon nichts bezahlt und nichts bei der Bank ist, können Sie bei den Raten bleiben.`,
      button: 'Doch in Raten zahlen',
      ask: (amount: string) =>
        `Soll die Zahlung von ${amount} entfallen, und es bleibt bei den Raten?`,
      confirm: 'Ja, weiter in Raten',
    },
    no: 'Nein',
  },
  withdraw: {
    title: (day: string) => `Widerruf bis ${day}`,
    over: (day: string) => `Die Widerrufsfrist ist am ${day} abgelaufen`,
    text: 'Sie brauchen keinen Grund. Zwei Schritte auf unserer Seite genügen, eine E-Mail oder ein Brief auch. Was Sie gezahlt haben, erhalten Sie vollständig zurück.',
    link: 'Vertrag widerrufen',
  },
} as const
