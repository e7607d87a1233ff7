import { ask } from './ask'
import type { OwnReservation } from './household'
import type { components } from './schema'

type Schemas = components['schemas']
export type HandOverLink = Schemas['HandOverLinkOut']
export type HandOverOffer = Schemas['HandOverOfferOut']
export type ContractToTakeOver = Schemas['TakeOverOut']

const BASE = '/api/household'
const call = <Found>(path: string, body: unknown) => ask<Found>(`${BASE}/${path}`, body)

/** Offers the place to another household. */
export const askHandOver = (name: string, email: string) =>
  call<OwnReservation>('reservation/hand-over', { name, email })
/** Offers the contract to somebody; `gives` is its declaration. */
export const offerContract = (name: string, email: string, gives: boolean) =>
  call<OwnReservation>('contract/hand-over', { name, email, gives })
export const withdrawHandOver = () => call<OwnReservation>('reservation/hand-over/withdraw', {})

/** What the link of an offered place is good for; nothing changes. */
export const lookAtHandOver = (token: string) => call<HandOverLink>('hand-over/look', { token })
export const sendHandOverAgain = (token: string) =>
  call<Schemas['SentOut']>('hand-over/again', { token })
export const acceptHandOver = (body: object) => call<Schemas['OpenedOut']>('hand-over/accept', body)
/** Reads the papers of an offered contract. */
export const contractToTakeOver = (token: string) =>
  call<ContractToTakeOver>('contract/take-over/look', { token })
export const takeContractOver = (body: object) =>
  call<Schemas['OpenedOut']>('contract/take-over', body)
export const declineHandOver = (token: string) =>
  call<Schemas['SentOut']>('hand-over/decline', { token })
