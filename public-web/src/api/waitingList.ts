import { ask, read } from './ask'
import type { Entry } from './ownEntry'
import type { components } from './schema'

export type { Entry }

type Schemas = components['schemas']
export type ParkList = Schemas['WaitingListOut']
export type ShownWaitingLink = Schemas['WaitingLinkShownOut']
export type Forecast = Schemas['ForecastOut']
export type Wish = Schemas['WishIn']
export type Reserved = Schemas['ReservedOut']
export type JoinBody = Schemas['JoinIn']

const BASE = '/api/waiting-list'

const call = <Found>(path: string, body: unknown) => ask<Found>(`${BASE}/${path}`, body)

/** The list of a park as everybody sees it. */
export const parkList = (park: string) => read<ParkList>(`${BASE}/parks/${park}`)
export const joinList = (body: JoinBody) => call<Entry>('entries', body)
/** Has a link mailed if the address is on a list; the answer never tells. */
export const sendWaitingLink = (email: string) => call<Schemas['SentOut']>('links', { email })
/** What a link is good for; nothing changes. */
export const lookAtWaitingLink = (token: string) => call<ShownWaitingLink>('links/look', { token })
/** Opens the entry in this browser. */
export const pressWaitingLink = (token: string) =>
  call<Schemas['PressedOut']>('links/press', { token })
export const sendWaitingLinkAgain = (token: string) =>
  call<Schemas['SentOut']>('links/again', { token })

export const changeWish = (wish: Wish) => call<Entry>('entry/wish', wish)
export const leaveList = () => call<Entry>('entry/leave', {})
export const declineOffer = () => call<Entry>('entry/decline', {})
