import { type Answer, ask, read } from './ask'
import { failureOf, post } from './call'
import type { components } from './schema'

type Schemas = components['schemas']
export type OwnContract = Schemas['OwnContractOut']
export type Contract = NonNullable<OwnContract['contract']>
export type ContractOffer = NonNullable<OwnContract['offer']>
export type Entered = Schemas['OrderIn']
export type Order = Schemas['OwnOrderIn']
export type OtherAccount = Schemas['AccountIn']

const BASE = '/api/household/contract'
const MAKING_MS = 30_000

/** All papers as they were ordered. */
export const CONTRACT_DOCUMENT = `${BASE}/document`

/** The contract, or what can be ordered now. */
export const ownContract = () => read<OwnContract>(BASE)
/** Orders with an obligation to pay. The same order twice is one. */
export const orderContract = (body: Order) => ask<OwnContract>(BASE, body)

/** Names another account, which counts once the household has confirmed it by mail. */
export const changeAccount = (body: OtherAccount) => ask<OwnContract>(`${BASE}/account`, body)

/** Pays at once what is left of the instalments: the amount that was shown. */
export const payEarly = (cents: number) => ask<OwnContract>(`${BASE}/early-payment`, { cents })
/** Goes back to the instalments. */
export const keepInstalments = () => ask<OwnContract>(`${BASE}/early-payment/undo`, {})

/** The papers with what was entered, to keep before ordering. Never throws. */
export async function draftContract(body: Entered): Promise<Answer<Blob>> {
  const response = await post(`${BASE}/draft`, body, MAKING_MS)
  const failure = await failureOf(response)
  if (failure) return failure
  const found = await response?.blob().catch(() => null)
  return found ? { kind: 'done', found } : { kind: 'unclear' }
}
