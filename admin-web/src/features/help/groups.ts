import type { HelpGroup, Topic } from './topic'
import { TOPICS } from './topics/topics'

/** Topics of no page of the navigation, each with the page whose readers need it; `null` is everybody. */
const BESIDE: Readonly<Record<string, string | null>> = {
  record: 'duplicates',
  create: 'duplicates',
  metrics: 'reports',
  search: null,
  account: null,
}

/** The names of the topics that a user of these pages may read. */
export function visibleTopics(groups: readonly HelpGroup[]): ReadonlySet<string> {
  const pages = new Set(groups.flatMap(({ pages: of }) => of.map(({ name }) => name)))
  const isVisible = (name: string) => {
    const needed = name in BESIDE ? BESIDE[name] : name
    return needed === null || (needed !== undefined && pages.has(needed))
  }
  return new Set(TOPICS.map(({ name }) => name).filter(isVisible))
}

/** Visible topics in the groups of the navigation; those of no page stand first. */
export function topicGroups(groups: readonly HelpGroup[]): { label: string; names: string[] }[] {
  const visible = visibleTopics(groups)
  const beside = Object.keys(BESIDE).filter((name) => visible.has(name))
  const ofPages = groups.map(({ label, pages }) => ({
    label,
    names: pages.map(({ name }) => name).filter((name) => visible.has(name)),
  }))
  return [{ label: 'Überall', names: beside }, ...ofPages].filter(({ names }) => names.length > 0)
}

/** The topics themselves that a user of these pages may read. */
export function topicsFor(groups: readonly HelpGroup[]): Topic[] {
  const visible = visibleTopics(groups)
  return TOPICS.filter(({ name }) => visible.has(name))
}
