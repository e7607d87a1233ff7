import { isSame } from '@/api/changedFields'
import type { Schemas } from '@/api/operations'

export type Problems = Readonly<Record<string, string>>

/** What a form edits: how a document becomes text and text values, and what people read of both. */
export interface EditKind<D, F, V> {
  formOf: (document: D) => F
  /** The values as the server takes them, under the names of the form, or what is wrong with each. */
  read: (form: F) => { values: V; problems: Problems }
  /** The members that are chosen one by one, in the order of the form. */
  labels: Readonly<Record<string, string>>
  /** What is chosen together with a member, such as the zone of a time. */
  parts?: Readonly<Record<string, readonly string[]>>
  show: (name: string, values: V) => string
  /** „diesen Park“ */
  what: string
}

/** A member in which what was typed and what is stored meanwhile are not the same. */
export interface Difference {
  name: string
  isMine: boolean
  isTheirs: boolean
}

export type Choice = 'mine' | 'theirs'
export type Choices = Readonly<Partial<Record<string, Choice>>>

/** Both versions, and the two ways out. */
export interface Conflict<V> {
  found: readonly Difference[]
  /** Who saved the newer one, and when, if that is known. */
  changed: Schemas['LastChangeOut'] | null
  mine: V
  theirs: V
  /** Saves what stays of mine over theirs. */
  settle: (choices: Choices) => unknown
  discard: () => void
}

type Kind = Pick<EditKind<never, never, never>, 'labels' | 'parts'>

const membersOf = (name: string, { parts }: Kind): string[] => [name, ...(parts?.[name] ?? [])]

export function pick<T extends object>(from: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => names.includes(name)),
  ) as Partial<T>
}

/** Member by member what differs between what was typed over `base` and what is stored now. */
export function differences<V extends object>(
  kind: Kind,
  base: V,
  mine: V,
  current: V,
): Difference[] {
  return Object.keys(kind.labels).flatMap((name) => {
    const members = membersOf(name, kind)
    const differs = (one: V, other: V) => !isSame(pick(one, members), pick(other, members))
    if (!differs(mine, current)) return []
    return [{ name, isMine: differs(mine, base), isTheirs: differs(current, base) }]
  })
}

/** Both changed it, to different values: the person has to choose. */
export const isOpen = ({ isMine, isTheirs }: Difference): boolean => isMine && isTheirs

/** The members that stay as they were typed, once the choices are made. */
export const keptMembers = (kind: Kind, found: readonly Difference[], choices: Choices) =>
  found
    .filter((one) => one.isMine && (!one.isTheirs || choices[one.name] === 'mine'))
    .flatMap(({ name }) => membersOf(name, kind))
