import { ask } from './ask'
import type { components } from './schema'

type Schemas = components['schemas']
export type ToldQuestion = Schemas['ToldQuestionOut']
export type ToldAnswer = Schemas['ToldIn']['answer']

const BASE = '/api/household/just-reserved/told'
const call = (path: string, body: unknown) => ask<ToldQuestion>(`${BASE}${path}`, body)

/** The question for the reservation that this browser made with the key within the last two hours. */
export const askToldOrigin = (idempotency_key: string) => call('', { idempotency_key })
/** Keeps an answer in the place of an earlier one; `text` counts with `other` only. */
export const tellOrigin = (idempotency_key: string, answer: ToldAnswer, text = '') =>
  call('/answer', { idempotency_key, answer, text })
/** Forgets the answer. */
export const withdrawToldOrigin = (idempotency_key: string) =>
  call('/withdraw', { idempotency_key })
