import { paths } from '@/lib/paths'
import { figures } from './figures'

const { spots } = figures

/** The page of the waiting list: its head in every state. Sentences with figures get them formatted. */
export const waitingText = {
  title: 'Warteliste',
  opening: 'Wir sehen nach …',
  noScript:
    'Diese Seite braucht JavaScript. Ohne geht es auch: [Schreiben Sie uns](/kontakt), wir tragen Sie ein.',
  flag: (position: number) => `Stelle ${position}`,
  flagNote: 'auf der Warteliste',
  list: {
    /** The finished page takes the number that the server writes into it. */
    title: (total: number | string = spots) => `Alle ${total} Plätze sind vergeben.`,
    lead: 'Die Warteliste kostet nichts und bindet Sie nicht. Wird ein Platz für Sie frei, schreiben wir Ihnen.',
    /** On a line of its own: the number is loaded later, and must not move the text around it. */
    number: (position: number | null) => `Sie wären die **Nummer\u00a0${position ?? '…'}**.`,
    lost: 'Der letzte Platz ging gerade weg. **Sie haben keinen Platz**, und Ihre Angaben sind übernommen.',
    name: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    join: 'Auf die Warteliste',
    wish: (name: string, kwh: string, plan: string) => `Ihr Wunsch: ${name}, ${kwh}, ${plan}.`,
    change: 'Ändern',
    privacy: `Wir brauchen Name und Adresse nur für die Liste. Mehr dazu im [Datenschutz](${paths.privacy}).`,
  },
  placesFree: {
    title: 'Es sind Plätze frei.',
    lead: 'Warten müssen Sie nicht: Sie können sofort reservieren, kostenlos und unverbindlich.',
    reserve: 'Anteil reservieren',
  },
  paused: {
    title: 'Gerade nehmen wir keine Reservierungen an.',
    lead: 'Warten müssen Sie nicht, denn es sind noch Plätze frei. Auf Wunsch melden wir uns bei Ihnen, sobald es weitergeht.',
    ask: 'Schreiben Sie uns',
  },
  cancelled: {
    title: 'Dieser Park wird nicht gebaut.',
    lead: 'Das tut uns leid. Die Warteliste ist deshalb geschlossen, gekostet hat sie nichts.',
    park: 'Den Pilotpark ansehen',
  },
  lost: {
    title: 'Sie stehen schon auf der Liste?',
    text: 'Mit Ihrer E-Mail-Adresse bekommen Sie einen neuen Link zu Ihrer Stelle.',
    email: 'E-Mail-Adresse auf der Liste',
    send: 'Link zuschicken',
    sent: 'Wenn diese Adresse auf der Liste steht, ist der Link unterwegs, außer wir haben ihr heute schon mehrere geschickt. Kommt nichts an, sehen Sie bitte im Spam-Ordner nach.',
    over: 'Ihre Sitzung ist zu Ende. Ihre Stelle bleibt, wie sie ist.',
  },
  link: {
    confirmTitle: 'Stimmt Ihre Adresse?',
    confirmText:
      'Sie haben den Link aus unserer E-Mail geöffnet. Bestätigt ist damit noch nichts: Das tun erst Sie, mit dem Knopf.',
    confirm: 'Ja, das ist meine Adresse',
    placeTitle: 'Noch ein Klick, dann gilt Ihr Platz.',
    placeText:
      'Sie haben reserviert und den Link aus unserer E-Mail geöffnet. Mit dem Knopf bestätigen Sie Ihre Adresse und bekommen den nächsten freien Platz.',
    place: 'Adresse bestätigen und Platz nehmen',
    offerTitle: (spot: number) => `Platz ${spot} ist für Sie frei.`,
    offerText:
      'Mit dem Knopf sehen Sie, bis wann wir ihn für Sie halten. Angenommen ist damit noch nichts.',
    offer: 'Angebot ansehen',
    openTitle: 'Hier geht es zu Ihrer Stelle.',
    openText: 'Mit dem Knopf bleibt die Seite in diesem Browser zwölf Stunden lang offen.',
    open: 'Meine Stelle ansehen',
    expiredTitle: 'Dieser Link ist abgelaufen.',
    closedText: 'Jeder Link gilt drei Tage. Ihre Stelle bleibt trotzdem erhalten.',
    endedText: 'Der Eintrag zu diesem Link ist beendet.',
    again: 'Neuen Link zuschicken',
    sentAgain: 'Der neue Link ist unterwegs, an die Adresse Ihres Eintrags.',
    unknownTitle: 'Dieser Link gilt nicht.',
    unknownText:
      'Vielleicht ist er beim Kopieren abgeschnitten worden, oder die E-Mail-Adresse Ihres Eintrags wurde inzwischen geändert: Dann gilt nur der Link, den wir an die neue Adresse geschickt haben. Mit Ihrer Adresse bekommen Sie hier einen neuen.',
  },
  entry: {
    title: (position: number) => `Ihre Stelle auf der Liste: ${position}`,
    tooLate:
      'Danke, Ihre Adresse ist bestätigt. Leider waren schon alle Plätze vergeben. Deshalb stehen Sie jetzt auf der Warteliste, an der Stelle, an der Ihre Reservierung eingegangen ist. Wird ein Platz für Sie frei, schreiben wir Ihnen.',
    joined: (moment: string) => `Eingetragen am ${moment}. Die Stelle zählt ab diesem Moment.`,
    confirm: (email: string, until: string) =>
      `Wir haben an **${email}** geschrieben. Bitte öffnen Sie die E-Mail und bestätigen Sie dort Ihre Adresse, **bis ${until}**. Sonst endet der Eintrag.`,
    unwritten: (email: string, until: string) =>
      `An **${email}** gingen heute schon mehrere E-Mails von uns, deshalb kommt zu diesem Eintrag noch keine. Lassen Sie sich morgen auf dieser Seite einen Link zuschicken, und bestätigen Sie damit Ihre Adresse, **bis ${until}**. Sonst endet der Eintrag.`,
    confirmed: 'Ihre Adresse ist bestätigt.',
    change: 'Paket ändern',
    changeTitle: 'Paket ändern',
    save: 'Übernehmen',
    saved: 'Übernommen. Ihre Stelle ist dieselbe.',
    cancel: 'Abbrechen',
    leave: 'Von der Liste gehen',
    leaveSure:
      'Wirklich von der Liste gehen? Ihre Stelle ist dann weg. Neu eintragen können Sie sich nur ganz hinten.',
    leaveYes: 'Ja, von der Liste gehen',
    stay: 'Nein, bleiben',
    who: (name: string, wish: string) => `${name}, ${wish}`,
    asOf: (moment: string) => `Stand ${moment}`,
  },
  passes: {
    title: (count: number) =>
      count === 1 ? 'Einmal ging jemand vorbei' : `${count}-mal ging jemand vorbei`,
    too_large: (moment: string, freed: string, wished: string) =>
      `${moment}: Frei wurden ${freed}. Ihr Wunsch ist ${wished}, und ein kleineres Paket wollten Sie nicht.`,
    too_little: (moment: string, wished: string) =>
      `${moment}: Was frei wurde, reichte für Ihre ${wished} nicht.`,
    staff: (moment: string) =>
      `${moment}: Wir haben einen Platz an einen anderen Haushalt vergeben. [Fragen Sie uns](/kontakt) gern, warum.`,
  },
  offer: {
    title: (spot: number) => `Platz ${spot} ist für Sie frei.`,
    lead: (until: string) =>
      `Bis **${until}**, halten wir ihn nur für Sie. Wenn Sie annehmen, reservieren Sie den Platz: kostenlos und unverbindlich.`,
    smaller: (wished: string, offered: string) =>
      `Für Ihre ${wished} reicht es gerade nicht. Frei sind ${offered}.`,
    accept: (spot: number) => `Platz ${spot} annehmen`,
    decline: 'Ablehnen',
    flag: (spot: number) => `Platz ${spot}`,
    flagNote: (kwh: string) => `${kwh}, für Sie frei`,
    since: (moment: string, hours: number) => `Angeboten ${moment}, für ${hours} Stunden`,
    sure: (spot: number) => `Platz ${spot} wirklich ablehnen?`,
    sureFull:
      'Der Platz geht sofort an den nächsten Haushalt, und Ihr Eintrag endet. Neu eintragen können Sie sich, dann ganz hinten.',
    sureSmaller:
      'Der Platz geht sofort an den nächsten Haushalt. Ihre Stelle behalten Sie, bis Ihr Paket frei wird.',
    yes: 'Ja, ablehnen',
    no: 'Nein, weiter überlegen',
  },
  ended: {
    accepted: [
      'Sie haben angenommen.',
      'Ihr Platz ist reserviert. Alles Weitere steht in Ihrer Reservierung.',
    ],
    declined: [
      'Sie haben abgelehnt.',
      'Ihr Eintrag ist beendet. Sie können sich neu eintragen, dann ganz hinten.',
    ],
    expired: [
      'Die Frist ist vorbei.',
      'Der Platz steht jetzt anderen offen, und Ihr Eintrag ist beendet. Sie können sich neu eintragen, dann ganz hinten.',
    ],
    left: [
      'Sie stehen nicht mehr auf der Liste.',
      'Ihr Eintrag ist beendet. Sie können sich jederzeit neu eintragen.',
    ],
    own: 'Meine Reservierung',
    anew: 'Neu eintragen',
  },
} as const
