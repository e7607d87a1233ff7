import type { ParamsOption } from 'openapi-fetch'
import type { components, paths } from './schema'

/** What the staff API answers and takes, generated from its document. */
export type Schemas = components['schemas']

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The addresses of the document that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends PathOf<M>> =
  paths[P] extends Record<M, infer O> ? O : never

type AnswersOf<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never

/** What a call answers: its JSON, or `undefined` where there is no body. */
export type Answer<M extends Method, P extends PathOf<M>> =
  AnswersOf<Operation<M, P>> extends { content: { 'application/json': infer T } } ? T : undefined

/** openapi-fetch has the same, but maps every member of a body again: errors then name no schema. */
type BodyOption<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : { body?: never }

/** What a call takes: `params.path`, `params.query` and `body`, as the document says. */
export type Input<M extends Method, P extends PathOf<M>> = ParamsOption<Operation<M, P>> &
  BodyOption<Operation<M, P>> & { signal?: AbortSignal }

/** An argument that may be left out where nothing in it is required. */
export type Optional<T> = object extends T ? [input?: T] : [input: T]
