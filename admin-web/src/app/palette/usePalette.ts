import { useEffect, useRef, useState } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import type { Role } from '@/session/session'
import { closePalette } from '@/ui/palette/opening'
import { beginRecordAction, type RecordAction, useOpenRecord } from '@/ui/palette/recordActions'
import { askedOf, groupsFor, listPath, type Option, recordPath } from './options'
import { useFound, useRecents } from './useFound'
import { useHelpHits } from './useHelpHits'
import { keysOf } from './usePaletteKeys'
import { useActions } from './usePeek'

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
