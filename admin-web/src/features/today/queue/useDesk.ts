import { useState } from 'react'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useCommands } from './useCommands'
import type { Queue } from './useQueue'
import { banded, keyOf, type Line } from './work'

/** The lines that are shown, the one that is focused, and what can be done with it. `j` and `k` go through them. */
export function useDesk({ data }: Queue) {
  const [isOpened, setOpened] = useState(false)
  const bands = data ? banded(data, isOpened) : []
  const lines = bands.flatMap(({ isFolded, lines }) => (isFolded ? [] : lines))
  const focus = useFocusedLine(lines)
  const answering = useAnswering(lines, focus.line)
  const { line, isGone } = answering
  const [moves, setMoves] = useState(0)

  function go(to: number) {
    answering.end()
    focus.go(to)
  }
  /** Where a line has left the list, the next one has its place already. */
  function move(step: number) {
    go(isGone && step > 0 ? focus.index : focus.index + step)
    setMoves((count) => count + 1)
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  const commands = useCommands({
    line,
    work: data,
    isAnswering: answering.isOpen,
    onAnswer: answering.begin,
  })
  return {
    ...{ bands, lines, line, moves, go, move, commands },
    index: isGone ? -1 : focus.index,
    shown: answering.shown,
    next: isGone ? focus.line : lines[focus.index + 1],
    fold: () => setOpened(!isOpened),
  }
}

export type DeskState = ReturnType<typeof useDesk>

/**
 * The message that is being answered. It stays in the pane once its answer is on its way and its line is gone, so that
 * the answer can be taken back where it was written.
 */
function useAnswering(lines: readonly Line[], focused: Line | undefined) {
  const [held, hold] = useState<Line>()
  const line = held ? lines.find((one) => keyOf(one) === keyOf(held)) : focused
  return {
    line,
    shown: line ?? held,
    isOpen: held !== undefined,
    isGone: held !== undefined && line === undefined,
    begin: () => hold(focused),
    end: () => hold(undefined),
  }
}

/** The line that the pane shows: the first one, until another is chosen. Where it is gone, the next takes its place. */
function useFocusedLine(lines: readonly Line[]) {
  const [place, setPlace] = useState({ key: '', index: 0 })
  const found = lines.findIndex((line) => keyOf(line) === place.key)
  const index = found >= 0 ? found : Math.min(place.index, lines.length - 1)
  const line = lines[index]
  // The line that came into the gap is held by its name from now on.
  if (line && found < 0 && place.key !== keyOf(line)) setPlace({ key: keyOf(line), index })
  if (found >= 0 && found !== place.index) setPlace({ key: place.key, index: found })
  function go(to: number) {
    const next = lines[to]
    if (next) setPlace({ key: keyOf(next), index: to })
  }
  return { line, index, go }
}
