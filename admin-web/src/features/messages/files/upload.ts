/** Sending a file within JSON, with word of how far it has come, which `fetch` cannot give. */

import type { Schemas } from '@/api/operations'
import { beginWrite } from '@/api/pendingWrites'
import { ApiError, cancelledError, networkError, problemFrom } from '@/api/problem'

const ANSWER_FILES = '/api/staff/answer-files'

export interface Sending<T> {
  /** Settles with the answer; throws `ApiError` for every refusal, and when it was stopped. */
  done: Promise<T>
  stop: () => void
}

/** Keeps a file for an answer that is being written. `onProgress` is told the part that has left, 0 to 1. */
export const sendAnswerFile = (
  body: Schemas['AnswerFileIn'],
  onProgress: (part: number) => void,
): Sending<Schemas['AnswerFileOut']> => sendJson(ANSWER_FILES, body, onProgress)

function sendJson<T>(path: string, body: unknown, onProgress: (part: number) => void): Sending<T> {
  const request = new XMLHttpRequest()
  const finish = beginWrite()
  const done = new Promise<T>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => void answerOf<T>(request).then(resolve, reject)
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(cancelledError())
    request.open('POST', path)
    request.setRequestHeader('Content-Type', 'application/json')
    request.setRequestHeader('Accept', 'application/json')
    request.send(JSON.stringify(body))
  }).finally(finish)
  return { done, stop: () => request.abort() }
}

async function answerOf<T>(request: XMLHttpRequest): Promise<T> {
  const { status, responseText } = request
  if (status >= 200 && status < 300) return JSON.parse(responseText) as T
  const headers = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' }
  throw status === 0
    ? networkError()
    : await problemFrom(new Response(responseText, { status, headers }))
}

/** Whether a call was stopped by the person who made it. */
export const isStopped = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'cancelled'
