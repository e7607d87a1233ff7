import { useState } from 'react'
import { changedFields, isSame } from '@/api/changedFields'
import { ApiError, errorWords, fieldErrorsOf, type ProblemDocument } from '@/api/problem'
import { type Keeping, useDraft } from '@/session/draft'
import { useLeaving } from './useLeaving'
import { type Saving, useSaving } from './useSaving'
import {
  type Conflict,
  differences,
  type EditKind,
  keptMembers,
  type Problems,
  pick,
} from './versions'

interface SaveOptions<D, V, S> extends Saving<D, V, S> {
  /** Names the draft: „park ingolstadt“. Without it what was typed goes with the form. */
  page?: string
  keeping?: Keeping
}

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
export function useVersionedSave<D, F extends object, V extends object, S>(
  kind: EditKind<D, F, V>,
  latest: D,
  options: SaveOptions<D, V, S>,
) {
  const typing = useTyping(kind, latest, options)
  const { draft, isChanged } = typing
  const { send, isRunning, error, forget } = useSaving(options)
  const { isLeaving, leaveTo } = useLeaving()
  const { values, problems } = kind.read(draft.form)

  async function save(next: Typed<D, F>) {
    const wanted = kind.read(next.form).values
    const before = options.isWhole ? {} : valuesOf(kind, next.base)
    const changes = changedFields(wanted, before)
    const saved = await send(changes, next.base, wanted, () => typing.restart(next))
    if (saved?.path) leaveTo(saved.path)
  }
  function begin(base: D) {
    forget()
    typing.restart({ base, form: kind.formOf(base) })
  }

  const stale = staleOf<D>(error)
  const conflict = stale && conflictOf(kind, draft, stale, { put: typing.put, save, begin })
  const checked = useChecked(problems, error)
  return {
    ...checked,
    kind,
    ...draft,
    values,
    conflict,
    type: (changes: Partial<F>) => typing.put({ ...draft, form: { ...draft.form, ...changes } }),
    submit: () => (checked.check() ? save(draft) : Promise.resolve()),
    discard: () => begin(latest),
    isRunning,
    isBlocked: isRunning || !(isChanged || options.isWhole),
    isUnsaved: isChanged && !isLeaving,
    keptAt: isChanged ? typing.keptAt : undefined,
  }
}

const valuesOf = <D, F, V>(kind: EditKind<D, F, V>, document: D): V =>
  kind.read(kind.formOf(document)).values

/** The form as a draft. One that is back at its document is none. */
function useTyping<D, F, V>(
  kind: EditKind<D, F, V>,
  latest: D,
  { page, keeping = 'tab' }: { page?: string; keeping?: Keeping },
) {
  const { keep, ...kept } = useDraft<Typed<D, F>>(page, keeping, () => ({
    base: latest,
    form: kind.formOf(latest),
  }))
  const isUntouched = ({ base, form }: Typed<D, F>) => isSame(form, kind.formOf(base))
  return {
    ...kept,
    isChanged: !isUntouched(kept.draft),
    put: (next: Typed<D, F>) => (isUntouched(next) ? kept.restart(next) : keep(next)),
  }
}

/** Faults of the fields. Those found in the browser are shown from the first attempt to save. */
function useChecked(problems: Problems, error: unknown) {
  const [isChecked, setChecked] = useState(false)
  const refused = fieldErrorsOf(error)
  const isTold = error === null || staleOf(error) || hasAny(refused)
  return {
    check() {
      setChecked(true)
      return !hasAny(problems)
    },
    /** What is wrong as it stands, and what of it to show. */
    problems,
    refused,
    errors: isChecked ? { ...refused, ...problems } : refused,
    /** What belongs to no field. */
    problem: isTold ? null : errorWords(error),
    refusal: error instanceof ApiError ? (error.problem as Refusal) : null,
  }
}

/** With the members that the API document leaves open. */
type Refusal = ProblemDocument & Record<string, unknown>

const hasAny = (problems: object): boolean => Object.keys(problems).length > 0

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
    found,
    changed,
    mine,
    theirs,
    settle(choices) {
      const left = pick(form, keptMembers(kind, found, choices))
      const next = { base: newer, form: { ...kind.formOf(newer), ...left } }
      put(next)
      return save(next)
    },
    discard: () => begin(newer),
  }
}
