import { type Answer, ask, read } from './ask'
import type { components } from './schema'

type Schemas = components['schemas']
export type OwnReservation = Schemas['HouseholdReservationOut']
export type ShareFigures = Schemas['ShareFiguresOut']
export type ShareComparison = Schemas['ShareComparisonOut']
export type ShownLink = Schemas['LinkShownOut']

const BASE = '/api/household'

const call = <Found>(path: string, body: unknown) => ask<Found>(`${BASE}/${path}`, body)

/** The reservation as a document, for the session of this browser. */
export const OWN_DOCUMENT = `${BASE}/reservation/document`

/** What a link is good for; nothing changes. */
export const lookAtLink = (token: string) => call<ShownLink>('links/look', { token })
/** Opens the page in this browser. */
export const pressLink = (token: string) => call<Schemas['OpenedOut']>('links/press', { token })
/** Has a fresh link mailed in the place of one that is over. */
export const sendLinkAgain = (token: string) => call<Schemas['SentOut']>('links/again', { token })
/** Has a link mailed to each place of this address; the answer never tells. */
export const sendLink = (email: string) => call<Schemas['SentOut']>('links', { email })

/** The reservation of this browser's session; null without one. */
export async function ownReservation(): Promise<Answer<OwnReservation | null>> {
  const answer = await read<Schemas['OwnReservationOut']>(`${BASE}/reservation`)
  return answer.kind === 'done' ? { kind: 'done', found: answer.found.reservation } : answer
}

/** Closes the page in this browser. */
export async function endSession(): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${BASE}/session`, { method: 'DELETE', headers, body: '{}' }).catch(() => null)
}

export const changeContact = (body: Schemas['ContactChangeIn']) =>
  call<OwnReservation>('reservation/contact', body)
/** Has a link mailed to another address, which counts once that link is pressed. */
export const changeEmail = (email: string) =>
  call<Schemas['SentOut']>('reservation/email', { email })
export const compareShare = (body: Schemas['ShareChoiceIn']) =>
  call<ShareComparison>('reservation/share/compare', body)
export const changeShare = (body: Schemas['ShareChangeIn']) =>
  call<OwnReservation>('reservation/share', body)
/** Says that the household wants the contract, with the share its page shows. */
export const decideShare = (body: Schemas['DecideIn']) =>
  call<OwnReservation>('reservation/decide', body)
export const giveUpPlace = () => call<OwnReservation>('reservation/give-up', {})
/** Has the card checked: the address of the payment provider's page. */
export const beginCardCheck = () => call<Schemas['CardCheckBegunOut']>('reservation/card-check', {})
/** Has the provider asked what came of it. */
export const lookAtCardCheck = () => call<OwnReservation>('reservation/card-check/look', {})
export const takePlaceBack = () => call<OwnReservation>('reservation/take-back', {})

export type JustReserved = Schemas['JustReservedOut']
/** The reservation that this browser made with the key within the last two hours. */
export const justReserved = (idempotency_key: string) =>
  call<JustReserved>('just-reserved', { idempotency_key })
/** Replaces its mistyped address, as long as nobody has confirmed it. */
export const correctEmail = (idempotency_key: string, email: string) =>
  call<JustReserved>('just-reserved/email', { idempotency_key, email })
