import { figures } from './figures'

const { contractWeeks, free, minimumRate, setup, term, withdrawal } = figures

/** What a household reads on its own page. Sentences with figures get them formatted. */
export const householdText = {
  title: 'Meine Reservierung',
  opening: 'Wir sehen nach …',
  door: {
    lead: 'Ohne Passwort: Mit dem Link aus unserer E-Mail sehen und ändern Sie Ihre Reservierung.',
    lost: 'Link verloren?',
    explain: 'Mit der E-Mail-Adresse Ihrer Reservierung bekommen Sie gleich einen neuen.',
    email: 'E-Mail-Adresse',
    send: 'Link zuschicken',
    sent: 'Wenn zu dieser Adresse ein Platz gehört, ist der Link unterwegs, außer wir haben Ihnen heute schon mehrere geschickt. Jeder Link gilt 48 Stunden. Kommt nichts an, sehen Sie bitte im Spam-Ordner nach, oder [schreiben Sie uns](/kontakt?anliegen=reservierung).',
    noScript:
      'Diese Seite braucht JavaScript. Ohne geht es auch: [Schreiben Sie uns](/kontakt), wir kümmern uns darum.',
    over: 'Ihre Sitzung ist zu Ende. Sie dauert höchstens eine Stunde, damit an einem gemeinsamen Gerät niemand sonst etwas ändert.',
  },
  link: {
    confirm: {
      title: (spot: number) => `Platz ${spot} ist reserviert. Stimmt Ihre Adresse?`,
      text: 'Sie haben den Link aus unserer E-Mail geöffnet. Bestätigt ist damit noch nichts: Das tun erst Sie, mit dem Knopf.',
      button: 'Ja, das ist meine Adresse',
    },
    /** The reservation has ended: a place that lapsed comes back as long as it is held. */
    late: {
      title: (spot: number) => `Es geht um Platz ${spot}. Stimmt Ihre Adresse?`,
      text: 'Mit dem Knopf bestätigen Sie Ihre Adresse und öffnen Ihre Seite. Ist nur die Frist dafür abgelaufen, bekommen Sie den Platz damit zurück, solange wir ihn noch freihalten.',
      button: 'Ja, das ist meine Adresse',
    },
    open: {
      title: (spot: number) => `Hier geht es zu Ihrem Platz ${spot}.`,
      text: 'Die Seite bleibt in diesem Browser eine Stunde offen. Der Link gilt auch danach, bis Sie sich abmelden.',
      button: 'Meine Reservierung öffnen',
    },
    /** The place has been given back, or the reservation has ended otherwise. */
    ended: {
      title: (spot: number) => `Ihre Reservierung für Platz ${spot} ist beendet.`,
      text: 'Mit dem Knopf öffnen Sie Ihre Seite dazu. Lässt sich eine Rückgabe noch rückgängig machen, steht es dort.',
      button: 'Meine Reservierung öffnen',
    },
    change_email: {
      title: (spot: number) => `Neue Adresse für Platz ${spot}?`,
      text: 'Mit dem Knopf gilt ab sofort die Adresse, an die dieser Link ging. Die bisherige bekommt eine Nachricht.',
      button: 'Ja, diese Adresse gilt',
    },
    change_account: {
      title: (_: number, lastFour: string) => `Soll das Konto mit der Endung ${lastFour} gelten?`,
      text: 'Mit dem Knopf endet das bisherige Mandat, und wir ziehen vom neuen Konto ein. Die neue Mandatsreferenz schicken wir Ihnen gleich.',
      button: 'Ja, dieses Konto gilt',
    },
    flag: (spot: number) => `Platz ${spot}`,
    until: (deadline: string) => `Wir halten den Platz bis ${deadline}.`,
    expired: {
      title: 'Dieser Link ist abgelaufen.',
      text: 'Jeder Link gilt 48 Stunden, oder bis Sie sich abmelden.',
      kept: 'Jeder Link gilt 48 Stunden, oder bis Sie sich abmelden. Ihr Platz bleibt trotzdem reserviert.',
      change_email:
        'Jeder Link gilt 48 Stunden. Ihre bisherige Adresse gilt weiter. Auf Ihrer Seite können Sie die neue noch einmal angeben.',
    },
    again: 'Neuen Link zuschicken',
    sentAgain:
      'Der neue Link ist unterwegs, an die Adresse Ihrer Reservierung. Er gilt 48 Stunden.',
    unknown: {
      title: 'Dieser Link gilt nicht.',
      text: 'Vielleicht ist er beim Kopieren abgeschnitten worden, oder die Adresse oder die Reservierung hat sich inzwischen geändert: Dann gilt nur der Link aus unserer letzten E-Mail. Hier bekommen Sie einen neuen.',
    },
  },
  head: {
    calm: (spot: number) => `Ihr Platz ${spot}. Gerade ist nichts zu tun.`,
    calmText:
      'Sobald der Park bestätigt ist, schreiben wir Ihnen. Bis dahin bleibt Ihr Platz reserviert.',
    confirmedText:
      'Ihr Park ist bestätigt. Als Nächstes laden wir Sie zum Vertrag ein; noch bindet Sie nichts.',
    open: (spot: number) => `Platz ${spot} ist reserviert. Stimmt Ihre Adresse?`,
    openText: (email: string) =>
      `Wir haben an **${email}** geschrieben. Bitte bestätigen Sie in der E-Mail Ihre Adresse.`,
    invited: (spot: number) => `Ihr Platz ${spot}. Möchten Sie den Vertrag?`,
    invitedText: (deadline: string | null) =>
      `${deadline ? `Wir halten den Platz für Sie **bis ${deadline}**. ` : ''}Legen Sie fest, ob es bei Ihrem Anteil bleibt, dann senden wir Ihnen die Unterlagen.`,
    decide: (share: string) => `Ja, mit ${share}`,
    decideNote:
      'Das verpflichtet Sie zu nichts: Gebunden sind Sie erst mit dem Vertrag. Ein anderes Paket oder eine andere Zahlung wählen Sie [unter „Ihr Anteil“](#anteil).',
    decided: (spot: number) => `Ihr Platz ${spot}. Ihr Anteil steht fest.`,
    decidedText: 'Wie es weitergeht, steht unter [Ihr Vertrag](#vertrag).',
    lapsed: (spot: number) => `Platz ${spot} wird wieder frei.`,
    lapsedText: (deadline: string) =>
      `Auf unsere Einladung zum Vertrag kam keine Antwort. Zurückholen können Sie den Platz **bis ${deadline}**. So lange bekommt niemand Ihre Nummer.`,
    contracted: (spot: number) => `Ihr Platz ${spot}. Der Vertrag ist geschlossen.`,
    contractedText:
      'Gutschriften beginnen, wenn der Park am Netz, die Widerrufsfrist vorbei und die erste Zahlung da ist.',
    active: (spot: number) => `Ihr Platz ${spot} ist am Netz.`,
    activeText:
      'Ist das Paket oder die erste Rate bezahlt, bekommen Sie jeden Monat Ihre Gutschrift.',
    givenUp: (spot: number) => `Platz ${spot} ist zurückgegeben.`,
    undoText: (deadline: string) =>
      `Gekostet hat es nichts. Sie können es rückgängig machen **bis ${deadline}**. So lange bekommt niemand Ihre Nummer.`,
    keep: (spot: number) => `Platz ${spot} behalten`,
    taken: (spot: number) => `Platz ${spot} gehört jetzt Ihnen.`,
    takenText:
      'Eine Bestätigung mit Ihrer Referenz ist per E-Mail unterwegs. Zu tun ist gerade nichts.',
    handedOver: (spot: number) => `Platz ${spot} ist übergeben.`,
    handedOverText:
      'Er gehört jetzt dem Haushalt, dem Sie ihn angeboten haben. Gekostet hat es nichts, zu tun ist nichts mehr.',
    over: (spot: number) => `Ihre Reservierung für Platz ${spot} ist beendet.`,
    overText:
      'Gekostet hat sie nichts. Möchten Sie wieder dabei sein, reservieren Sie einfach neu.',
    cancelledPark: 'Dieser Park wird nicht gebaut.',
    cancelledParkText: 'Das tut uns leid. Was Sie gezahlt haben, erhalten Sie vollständig zurück.',
    who: (name: string) => `${name}, Referenz `,
    asOf: (moment: string) => `Stand ${moment}`,
    change_account: {
      title: (_: number, lastFour: string) => `Soll das Konto mit der Endung ${lastFour} gelten?`,
      text: 'Mit dem Knopf endet das bisherige Mandat, und wir ziehen vom neuen Konto ein. Die neue Mandatsreferenz schicken wir Ihnen gleich.',
      button: 'Ja, dieses Konto gilt',
    },
    flag: (spot: number) => `Ihr Platz ${spot}`,
    flagNote: (name: string, kwh: string) => `${name}, ${kwh}`,
    legend: { mine: 'Ihr Platz', taken: 'vergeben', free: 'frei' },
    close: 'Abmelden',
    openUntil: (hour: string) => `In diesem Browser offen bis ${hour}.`,
  },
  steps: {
    /** The reservation itself is always done. */
    title: (done: number) =>
      `${['', 'Einer von', 'Zwei von', 'Drei von', 'Vier von', 'Alle'][done]} fünf Schritte${done < 5 ? 'n' : ''} ${done === 1 ? 'ist' : 'sind'} erledigt.`,
    doneWord: 'Erledigt: ',
    nowWord: 'Jetzt: ',
    now: 'Jetzt',
    later: 'Danach',
    grid: 'Wenn der Park am Netz ist',
    reserved: {
      name: 'Reserviert',
      text: (spot: number) => `Platz ${spot} ist für Sie reserviert, unverbindlich.`,
    },
    confirmed: {
      name: 'E-Mail bestätigt',
      text: (email: string) => `${email}. Der Platz bleibt für Sie reserviert.`,
      open: (deadline: string | null) =>
        `Ein Klick in unserer E-Mail fehlt noch.${deadline ? ` Sie haben Zeit bis ${deadline}.` : ''}`,
    },
    park: {
      name: 'Park bestätigt',
      text: 'Der Park steht fest. Wir haben Ihnen geschrieben.',
      open: `Sobald der Park bestätigt ist, schreiben wir Ihnen, in der Regel etwa ${contractWeeks} nach der Reservierung. Ein fester Termin ist das nicht.`,
      late: `Die ${contractWeeks} sind vorbei, und der Park ist noch nicht bestätigt. Einen Termin können wir nicht nennen.`,
    },
    contract: {
      name: 'Vertrag',
      text: 'Sie haben unterschrieben.',
      open: `Sie wählen den endgültigen Anteil und unterschreiben digital. ${withdrawal} können Sie widerrufen.`,
      money: 'Einrichtung, einmal',
    },
    credits: {
      name: 'Gutschriften',
      once: (price: string) =>
        `Sie zahlen ${price}. Ab dann kommt jeden Monat eine Gutschrift, ${term} lang.`,
      plan: (instalment: string, months: number) =>
        `Sie zahlen ${instalment} im Monat, ${months}-mal. Ab dann kommt jeden Monat eine Gutschrift, ${term} lang.`,
      money: `im Monatsschnitt erwartet, bei ${minimumRate}`,
    },
    noMoney: 'ohne Karte',
    free,
    setup,
  },
  note: (date: string) => `Nachricht vom Park, ${date}`,
  data: {
    title: 'Ihre Daten',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    home: 'Haushalt',
    monthly: (amount: string) => `${amount} Abschlag im Monat`,
    change: 'Name und Telefon ändern',
    changeEmail: 'E-Mail-Adresse ändern',
    other:
      'Postleitzahl oder Versorger stimmen nicht mehr? [Schreiben Sie uns](/kontakt?anliegen=reservierung).',
  },
  friends: {
    title: (count: number) =>
      count === 0
        ? 'Ihr Link für Freunde.'
        : count === 1
          ? 'Ein Platz ist durch Sie dazugekommen.'
          : `${count} Plätze sind durch Sie dazugekommen.`,
    text: 'Wir zeigen Ihnen nur, wie viele Haushalte über Ihren Link reserviert haben, keine Namen. Eine Prämie zahlen wir nicht.',
    soon: 'Ihr Link wird gerade angelegt. Laden Sie die Seite in einer Minute neu.',
    label: 'Ihr Link',
    copy: 'Link kopieren',
    copied: 'Kopiert',
    share: 'Teilen',
    message: 'Ich habe einen Platz im Solarpark reserviert. Schau es dir an:',
  },
  leave: {
    title: 'Doch nicht?',
    text: 'Zurückgeben kostet nichts und braucht keinen Grund. Einen Tag lang können Sie es sich noch anders überlegen.',
    button: 'Platz zurückgeben',
    sure: (spot: number) => `Platz ${spot} wirklich zurückgeben?`,
    until: 'Sie können das 24 Stunden lang rückgängig machen.',
    yes: 'Ja, zurückgeben',
    no: 'Nein, behalten',
    contract:
      'Es gibt einen Vertrag. Ihn beenden Sie über „Vertrag widerrufen“ oder „Verträge hier kündigen“.',
  },
  papers: {
    title: 'Unterlagen',
    document: 'Ihre Reservierung als PDF, eine Seite',
    print: 'Diese Seite drucken',
    terms: 'AGB',
    privacy: 'Datenschutz',
  },
  rest: 'Ihre Daten und Unterlagen',
} as const
