import type { Conflict, EditKind, Problems } from './versions'

/** What a form is given, whatever it edits. */
export interface Edit<V> {
  kind: Pick<EditKind<never, never, V>, 'labels' | 'show' | 'what'>
  conflict: Conflict<V> | null
  /** When what is in the form was left before. */
  keptAt: number | undefined
  isUnsaved: boolean
  isRunning: boolean
  /** As long as there is nothing to save, or the server is at it. */
  isBlocked: boolean
  problem: string | null
  submit: () => Promise<void>
  discard: () => void
}

/** The same for whatever shows its fields. */
export interface FormEdit<F, V> extends Edit<V> {
  form: F
  problems: Problems
  errors: Problems
  type: (changes: Partial<F>) => void
}
