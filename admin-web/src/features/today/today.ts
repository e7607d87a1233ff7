import type { Schemas } from '@/api/operations'
import { reservationsPath } from '@/lib/reservationsPath'
import { berlinDay } from '@/lib/reservationWords'

export type Today = Schemas['TodayOut']
export type Charts = Schemas['ChartsOut']
/** A park to be looked at. */
export type TaskItem = Today['tasks'][number]['items'][number]

/** `yours` is sun: new since yesterday. */
export type Tone = 'yours' | 'plain'

export interface Entry {
  key: 'new' | 'costs' | 'capacity'
  tone: Tone
  count: number
  title: string
  detail: string
  /** What the button says, and where it leads. */
  action: string
  path: string
  items: TaskItem[]
}

/** What is worth a look without naming a household: new reservations, files of costs, parks that are nearly full. */
export function workList(today: Today, now: Date = new Date()): Entry[] {
  return [
    ...newEntry(today.new_since_yesterday, now),
    ...costEntry(today.cost_files ?? 0),
    ...fullEntry(today.tasks[0]?.items ?? []),
  ]
}

function newEntry(count: number, now: Date): Entry[] {
  if (count === 0) return []
  return [
    {
      key: 'new',
      tone: 'yours',
      count,
      title: newWords(count),
      detail: 'Seit gestern',
      action: 'Ansehen',
      path: newPath(now),
      items: [],
    },
  ]
}

/** Files that arrived by themselves count only once a person has taken them over. */
function costEntry(count: number): Entry[] {
  if (count === 0) return []
  return [
    {
      key: 'costs',
      tone: 'plain',
      count,
      title: costWords(count),
      detail:
        count === 1
          ? 'Sie zählt erst, wenn Sie sie übernehmen'
          : 'Sie zählen erst, wenn Sie sie übernehmen',
      action: 'Prüfen',
      path: '/costs',
      items: [],
    },
  ]
}

export const costWords = (count: number): string =>
  count === 1 ? 'Kostendatei eingegangen' : 'Kostendateien eingegangen'

export const newWords = (count: number): string =>
  count === 1 ? 'neue Reservierung' : 'neue Reservierungen'

/** The reservations made since yesterday. */
export const newPath = (now: Date = new Date()): string =>
  reservationsPath({ created_from: berlinDay(now, -1) })

/** A park is full when nobody can reserve there any more. */
function fullEntry(items: TaskItem[]): Entry[] {
  const [first] = items
  if (!first) return []
  const full = items.filter(({ level }) => level === 100).length
  const many = full === items.length ? 'Parks voll' : 'Parks voll oder fast voll'
  const one = full === 0 ? 'Park fast voll' : 'Park voll'
  return [
    {
      key: 'capacity',
      tone: 'plain',
      count: items.length,
      title: items.length === 1 ? one : full === 0 ? 'Parks fast voll' : many,
      detail: 'Grenze prüfen oder Plätze sperren',
      action: 'Ansehen',
      path: parkPath(first),
      items,
    },
  ]
}

export const parkPath = ({ id }: TaskItem): string => `/parks/${encodeURIComponent(id)}/show`
