import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { changedFields, isSame } from '@/api/changedFields'
import { ApiError, errorWords, fieldErrorsOf, type Refusal } from '@/api/problem'
import { removedBy, renew } from '@/api/renewing'
import { useCall } from '@/api/useCall'
import { type Keeping, useDraft } from '@/session/draft'
import {
  type Choices,
  type Conflict,
  differences,
  type EditKind,
  keptMembers,
  type Problems,
  pick,
} from './versions'

export interface EditOptions<D, F, V, A> {
  /** The document that is changed, or what a new one begins with; without it there is nothing to type. */
  start?: D
  /** How it is typed; without it its members are the fields, and their texts are sent trimmed. */
  kind?: EditKind<D, F, V> | undefined
  /** Without a `kind`: what is wrong with it before the server is asked. */
  check?: ((values: V) => { readonly [name in keyof V]?: string | false }) | undefined
  /** Sends what was typed over `base`; of that, `changes` is what differs. `refusal`: that of the attempt before. */
  save: (
    call: ReturnType<typeof useCall>,
    values: V,
    over: { base: D; changes: Partial<V>; refusal: Refusal | null },
  ) => Promise<A>
  /** Saves a document whole, unchanged as well, as a new one is. Without a `kind` always. */
  isWhole?: boolean
  /** What to fetch again afterwards. */
  renews?: readonly string[]
  /** Refusals that are about one field: code → field. */
  codes?: Readonly<Record<string, string>>
  /** What to say once it is done. */
  done?: string | ((answer: A, values: V) => string | undefined) | undefined
  /** Once the server has it, `null` where there was nothing to send. A text that it answers is the path to go on to. */
  onSaved?: (answer: A | null, values: V) => unknown
  /** What was asked for is not done. */
  onRefused?: () => unknown
  /** Names the draft: „park ingolstadt“. Without it what was typed goes with the form. */
  page?: string
  keeping?: Keeping
}

/** An edit, whatever it is of. */
export type Edit<D, F extends object, V extends object> = ReturnType<typeof useEdit<D, F, V>>
// biome-ignore lint/suspicious/noExplicitAny: a form hands on what is typed without knowing it.
export type AnyEdit = Edit<any, any, any>

/** What was typed, and the document it was typed over. */
interface Typed<D, F> {
  base: D
  form: F
}

/**
 * The one way to edit. What is typed is kept with the version it was typed over, and only what differs
 * from that is sent. When a colleague was quicker, `conflict` is both versions, and `settle` saves what
 * is left over the newer one.
 */
export function useEdit<D, F extends object = D & object, V extends object = F, A = unknown>(
  options: EditOptions<D, F, V, A>,
) {
  const kind = options.kind ?? plainKind(options)
  const isWhole = options.isWhole ?? !options.kind
  const typing = useTyping(kind, options)
  const { draft, isChanged } = typing
  const { send, isRunning, error, forget } = useSending(options)
  const { isLeaving, leaveTo, goElsewhere } = useLeaving()
  const { values, problems } = kind.read(draft.form)

  /** Answers what the server refuses at its fields. */
  async function save(next: Typed<D, F>): Promise<Problems> {
    const wanted = kind.read(next.form).values
    const changes = changedFields(wanted, isWhole ? {} : valuesOf(kind, next.base))
    const isSent = isWhole || Object.keys(changes).length > 0
    const { refusal } = problemsOf(error, options)
    const over = { base: next.base, changes, refusal }
    const { path, refused = {} } = await send(isSent, wanted, over, () => typing.restart(next))
    if (path) leaveTo(path)
    return refused
  }
  function begin(base: D) {
    forget()
    typing.restart({ base, form: kind.formOf(base) })
  }

  const stale = options.kind ? staleOf<D>(error) : null
  const conflict = stale && conflictOf(kind, draft, stale, { put: typing.put, save, begin })
  return {
    ...{ kind, conflict, values, problems, isChanged, isRunning, forget, goElsewhere },
    ...draft,
    ...problemsOf(error, options),
    start: typing.start,
    /** Not twice at once: some buttons keep the focus while it runs. */
    submit: async (form: F = draft.form) => (isRunning ? {} : save({ ...draft, form })),
    /** Takes over what is typed into the fields, which know it already. */
    follow: typing.follow,
    /** Puts something into fields from outside. */
    type: (changes: Partial<F>) => typing.put({ ...draft, form: { ...draft.form, ...changes } }),
    discard: () => begin(options.start ?? draft.base),
    isBlocked: isRunning || !(isChanged || isWhole),
    isUnsaved: isChanged && !isLeaving,
    keptAt: isChanged ? typing.keptAt : undefined,
  }
}

/** Of a document whose members are what is typed. */
const plainKind = <D, F, V extends object>({ check }: Pick<EditOptions<D, F, V, never>, 'check'>) =>
  ({
    formOf: (document: V) => document,
    read(form: V) {
      const values = trimmed(form)
      const found = Object.entries(check?.(values) ?? {}).filter(([, words]) => words)
      return { values, problems: Object.fromEntries(found) }
    },
    ...{ labels: {}, show: () => '', what: '' },
  }) as unknown as EditKind<D, F, V>

/** Texts without blanks around them. */
const trimmed = <T extends object>(form: T): T =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as T

const valuesOf = <D, F, V>(kind: EditKind<D, F, V>, document: D): V =>
  kind.read(kind.formOf(document)).values

type Drafted<D> = { start?: D | undefined; page?: string; keeping?: Keeping }

/** The form as a draft. One that is back at its document is none. */
function useTyping<D, F, V>(
  kind: EditKind<D, F, V>,
  { start: latest = {} as D, page, keeping = 'tab' }: Drafted<D>,
) {
  const { keep, restart, draft, keptAt } = useDraft<Typed<D, F>>(page, keeping, () => ({
    base: latest,
    form: kind.formOf(latest),
  }))
  // What the fields begin with, and begin with anew where something else than typing changed it.
  const [start, setStart] = useState(draft.form)
  const isUntouched = ({ base, form }: Typed<D, F>) => isSame(form, kind.formOf(base))
  const store = (next: Typed<D, F>) => (isUntouched(next) ? restart(next) : keep(next))
  return {
    ...{ draft, keptAt, start },
    isChanged: !isUntouched(draft),
    follow: (form: F) => !isSame(form, draft.form) && store({ ...draft, form }),
    restart(next: Typed<D, F>) {
      restart(next)
      setStart(next.form)
    },
    put(next: Typed<D, F>) {
      store(next)
      setStart(next.form)
    },
  }
}

/** One call at a time; what comes of it is a path to go on to, or what is refused. */
function useSending<D, F, V, A>(options: EditOptions<D, F, V, A>) {
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const renews = options.renews ?? []

  async function send(
    isSent: boolean,
    values: V,
    over: Parameters<typeof options.save>[2],
    onTaken: () => void,
  ): Promise<{ path?: string; refused?: Problems }> {
    setRunning(true)
    setError(null)
    try {
      let removed: string[] | undefined
      const noting: typeof call = (method, path, ...input) => {
        removed = removedBy(method, path, input[0])
        return call(method, path, ...input)
      }
      const answer = isSent ? await options.save(noting, values, over) : null
      // Before the page has the new version: what was typed is no draft over that.
      onTaken()
      await renew(queries, renews, removed)
      const words =
        typeof options.done === 'function' ? answer && options.done(answer, values) : options.done
      if (answer !== null && words) notify(words, { type: 'success' })
      const path = options.onSaved?.(answer, values)
      return typeof path === 'string' ? { path } : {}
    } catch (failure) {
      // Refetched first, so that the message and the next attempt go by the current state.
      if (failure instanceof ApiError && failure.code === 'stale') await renew(queries, renews)
      setError(failure)
      options.onRefused?.()
      return { refused: problemsOf(failure, options).refused }
    } finally {
      setRunning(false)
    }
  }
  return { send, isRunning, error, forget: () => setError(null) }
}

/** What the server refuses at fields, and what belongs to none, so that nothing is said twice. */
function problemsOf(
  error: unknown,
  { codes = {}, kind }: { codes?: Readonly<Record<string, string>>; kind?: unknown },
) {
  const refusal = error instanceof ApiError ? (error.problem as Refusal) : null
  const field = refusal && codes[refusal.code]
  const refused: Problems = {
    ...fieldErrorsOf(error),
    ...(field && { [field]: errorWords(error) }),
  }
  const isTold = error === null || (kind && staleOf(error)) || Object.keys(refused).length > 0
  return { refusal, refused, problem: isTold ? null : errorWords(error) }
}

/** What a stale refusal carries: the newer document, and who changed it. */
interface Stale<D> {
  newer: D
  changed: Conflict<never>['changed']
}

/** null for any other error. */
function staleOf<D>(error: unknown): Stale<D> | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  const { current, changed } = error.problem
  return current ? { newer: current as D, changed: changed ?? null } : null
}

interface WaysOut<D, F> {
  put: (next: Typed<D, F>) => void
  save: (next: Typed<D, F>) => unknown
  begin: (base: D) => void
}

function conflictOf<D, F extends object, V extends object>(
  kind: EditKind<D, F, V>,
  { base, form }: Typed<D, F>,
  { newer, changed }: Stale<D>,
  { put, save, begin }: WaysOut<D, F>,
): Conflict<V> {
  const mine = kind.read(form).values
  const theirs = valuesOf(kind, newer)
  const found = differences(kind, valuesOf(kind, base), mine, theirs)
  return {
    ...{ found, changed, mine, theirs },
    settle(choices: Choices) {
      const left = pick(form, keptMembers(kind, found, choices))
      const next = { base: newer, form: { ...kind.formOf(newer), ...left } }
      put(next)
      return save(next)
    },
    discard: () => begin(newer),
  }
}

/**
 * Leaves a form that is saved: `leaveTo(path)`, unless the user has chosen another way meanwhile. Not before the
 * `LeaveWarning` inside has seen that nothing is unsaved any more: effects of what is inside come first, a timer might
 * come before them.
 */
function useLeaving() {
  const navigate = useNavigate()
  const [path, leaveTo] = useState<string>()
  const isElsewhere = useRef(false)
  useEffect(() => {
    if (path && !isElsewhere.current) navigate(path)
  }, [path, navigate])
  const goElsewhere = useCallback(() => {
    isElsewhere.current = true
  }, [])
  return { isLeaving: path !== undefined, leaveTo, goElsewhere }
}
