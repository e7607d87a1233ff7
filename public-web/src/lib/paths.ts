/** Every address of the public site by name. Which of them exist, the route table decides. */
export const paths = {
  home: '/',
  pilot: '/pilot',
  howItWorks: '/wie-es-funktioniert',
  about: '/ueber-uns',
  reservation: '/reservierung',
  thanks: '/reservierung/danke',
  contact: '/kontakt',
  calculator: '/solar-gutschriftsrechner',
  comparison: '/voltigo-im-vergleich',
  faqs: '/faqs',
  whatIf: '/wenn-etwas-schiefgeht',
  dashboard: '/dashboard',
  invest: '/dashboard/invest',
  waitingList: '/warteliste',
  myReservation: '/meine-reservierung',
  withdrawal: '/widerruf',
  cancellation: '/kuendigen',
  imprint: '/impressum',
  privacy: '/datenschutz',
  terms: '/agb',
  accessibility: '/barrierefreiheit',
  measures: '/was-wir-messen',
  english: '/en',
  plain: '/einfach',
} as const

/** The contact form, as a visitor writes who wants to hear of a free place. */
export const askForPlace = `${paths.contact}?anliegen=platz`

/** The reservation form for an offered place. */
export const offerForm = `${paths.reservation}?angebot`

export type Path = (typeof paths)[keyof typeof paths]

/** Pages that React takes over in the browser. Every other is finished HTML, with `src/shown` for what moves in it. */
const LIVE: ReadonlySet<string> = new Set<Path>([
  paths.calculator,
  paths.reservation,
  paths.thanks,
  paths.myReservation,
  paths.waitingList,
  paths.dashboard,
  paths.invest,
])

/** Whether React takes over the page of this address, whatever its query and fragment. */
export const isLive = (address: string): boolean => LIVE.has(address.replace(/\/*(?:[?#].*)?$/, ''))
