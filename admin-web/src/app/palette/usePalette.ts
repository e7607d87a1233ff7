import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { Topic } from '@/features/help/topic'
import { actionsOf } from '@/features/reservations/operations/recordActions'
import { useSettled } from '@/lib/useSettled'
import type { Role } from '@/session/session'
import { closePalette } from '@/ui/palette/opening'
import { beginRecordAction, type RecordAction, useOpenRecord } from '@/ui/palette/recordActions'
import { helpGroups } from '../help/helpGroups'
import { type HelpHit, helpFor } from './help'
import { askedOf, groupsFor, listPath, type Option, recordPath } from './options'
import { useFound, useRecents } from './useFound'

/** What the palette shows for what is typed, and what its keys do. */
export function usePalette(text: string, role: Role) {
  const [typed, setTyped] = useState(text)
  const [place, setPlace] = useState<number>()
  const shown = useShown(typed, role)
  const { answered, choice, actions, hit, isClerk } = shown
  const leaving = useLeaving((label) => type(`${label} `))
  const { begin, choose } = leaving
  const chooseFirst = useLateEnter(typed, answered.isWaiting, choice.options[0], choose)
  // Who asks for the actions before they are there finds them as soon as they are.
  const isOnActions = place !== undefined && hit !== undefined
  const at = isOnActions && place < actions.length ? place : undefined
  const run = (action: RecordAction | undefined) => action && hit && begin(hit.id, action.name)

  const keyDown = keysOf({
    isOnActions,
    hasActions: hit !== undefined,
    move(by) {
      if (!isOnActions) choice.move(by)
      else if (at !== undefined) setPlace((at + by + actions.length) % actions.length)
    },
    choose(isNewTab) {
      if (isOnActions) run(at === undefined ? undefined : actions[at])
      else if (answered.isWaiting && !choice.isMoved) chooseFirst()
      else if (choice.active) choose(choice.active, isNewTab)
    },
    chooseAction: (one) => run(actions[one]),
    toActions: () => setPlace(0),
    toHits: () => setPlace(undefined),
    toList: () => isClerk && leaving.go(listPath(askedOf(typed, answered.found))),
  })
  function type(next: string) {
    setTyped(next)
    setPlace(undefined)
  }
  return { typed, ...shown, at, keyDown, type, choose, begin: run }
}

/** Groups of options, the current one, and what can be done with it if it is a household. */
function useShown(typed: string, role: Role) {
  const isClerk = role !== 'marketing'
  const answered = useFound(typed, isClerk)
  const recents = useRecents(isClerk)
  const record = useOpenRecord()
  const help = useHelpHits(typed, role)
  const groups = groupsFor({ typed, role, record, recents, help, ...answered })
  const open = groups.flatMap(({ options, isOutdated }) => (isOutdated ? [] : options))
  const choice = useChoice(open, typed)
  const hit = choice.active?.kind === 'household' ? choice.active.hit : undefined
  const actions = useActions(hit?.id)
  return { isClerk, answered, groups, choice, hit, actions }
}

/** Which option the arrows stand on: the first, until the user moves or points. */
function useChoice(options: readonly Option[], typed: string) {
  const [moved, setMoved] = useState<{ key: string; typed: string }>()
  const isMoved = moved?.typed === typed && options.some(({ key }) => key === moved.key)
  const active = isMoved ? options.find(({ key }) => key === moved?.key) : options[0]
  const point = ({ key }: Option) => setMoved({ key, typed })
  function move(by: 1 | -1) {
    const from = active ? options.indexOf(active) : -1
    const next = options[(from + by + options.length) % options.length]
    if (next) point(next)
  }
  return { options, active, isMoved, move, point }
}

/**
 * Enter before the answer is there opens its first hit once it is, unless something else is typed; without
 * a hit it begins what is done to the open record and is called so, or opens the page of that name.
 */
function useLateEnter(
  typed: string,
  isWaiting: boolean,
  first: Option | undefined,
  choose: (option: Option, isNewTab: boolean) => void,
) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (isWaiting || wanted.current === undefined) return
    const isStillWanted = wanted.current === typed
    wanted.current = undefined
    if (isStillWanted && isLateChoice(first)) choose(first, false)
  })
  return () => {
    wanted.current = typed
  }
}

const isLateChoice = (option: Option | undefined): option is Option =>
  option !== undefined && ['household', 'other', 'action', 'verb', 'page'].includes(option.kind)

/** Ways out of the palette: to a page, here or in a new tab. A verb stays in the field, for the name to follow. */
function useLeaving(onVerb: (label: string) => void) {
  const navigate = useNavigate()
  // Without its last slash: an address begins with one.
  const base = useHref('/').replace(/\/$/, '')
  function go(path: string) {
    closePalette()
    navigate(path)
  }
  function begin(id: number, action: string) {
    if (beginRecordAction(id, action)) go(recordPath(id))
    else closePalette()
  }
  function choose(option: Option, isNewTab: boolean) {
    if (option.kind === 'verb') onVerb(option.action.label)
    else if (option.kind === 'action') begin(option.record.id, option.action.name)
    else if (option.kind === 'household' && option.begins && !isNewTab)
      begin(option.hit.id, option.begins.name)
    else if (isNewTab) window.open(base + option.to, '_blank', 'noopener')
    else go(option.to)
  }
  return { go, begin, choose }
}

const NOTHING: readonly RecordAction[] = []
/** Milliseconds on one household before more of it is fetched; who goes on with the arrows passes by. */
const REST = 150

/** What can be done with a household now. Fetching it also has its page at hand. */
function useActions(id: number | undefined): readonly RecordAction[] {
  const settled = useSettled(id, REST)
  const { data } = useStaffQuery('/api/staff/reservations/{reservation_id}', {
    params: { path: { reservation_id: settled ?? 0 } },
    isEnabled: settled !== undefined,
  })
  return data && data.id === id ? actionsOf(data) : NOTHING
}

/** Help for what is typed, as far as a role reads it; nothing until the first search has fetched its words. */
function useHelpHits(typed: string, role: Role): HelpHit[] {
  const topics = useTopics(typed !== '', role)
  return useMemo(() => helpFor(typed, topics), [typed, topics])
}

function useTopics(isWanted: boolean, role: Role): readonly Topic[] {
  const [topics, setTopics] = useState<readonly Topic[]>([])
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const read = async () => {
      const { topicsFor } = await import('@/features/help/groups')
      if (isCurrent) setTopics(topicsFor(helpGroups(role)))
    }
    // Without the words the palette lacks its help and nothing else.
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [isWanted, role])
  return topics
}

/** What the keys of the palette do, the same on hits and on the actions of one of them. */
interface PaletteKeys {
  /** Whether the arrows stand on the actions of the chosen household. */
  isOnActions: boolean
  hasActions: boolean
  move: (by: 1 | -1) => void
  choose: (isNewTab: boolean) => void
  chooseAction: (at: number) => void
  toActions: () => void
  toHits: () => void
  toList: () => void
}

/** The handler of the field, which keeps the focus all the time. */
const keysOf = (keys: PaletteKeys) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.nativeEvent.isComposing || event.altKey) return
  const act = actionFor(event, keys)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

function actionFor(event: KeyboardEvent<HTMLInputElement>, keys: PaletteKeys) {
  const { key } = event
  if (key === 'ArrowDown') return () => keys.move(1)
  if (key === 'ArrowUp') return () => keys.move(-1)
  if (key === 'Enter' && event.shiftKey) return keys.toList
  if (key === 'Enter') return () => keys.choose(event.ctrlKey || event.metaKey)
  if (keys.isOnActions) return onActions(event, keys)
  if (key === 'ArrowRight' && keys.hasActions && isAtEnd(event.currentTarget)) return keys.toActions
  return undefined
}

/** Digits choose an action; typing on goes on searching. */
function onActions({ key }: { key: string }, keys: PaletteKeys) {
  if (key === 'ArrowLeft' || key === 'Escape') return keys.toHits
  if (key === 'ArrowRight') return () => undefined
  if (/^[1-9]$/.test(key)) return () => keys.chooseAction(Number(key) - 1)
  return undefined
}

const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === selectionEnd && selectionEnd === value.length
