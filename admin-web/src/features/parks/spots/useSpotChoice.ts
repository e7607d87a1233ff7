import { useMemo, useState } from 'react'
import type { PickMode } from '@/ui/park/SpotField'
import type { Run } from '@/ui/park/spotStates'
import { picked, readNumbers, writeNumbers } from './ranges'

/**
 * Which spot has the cursor, and which ones are chosen. The text of the field is the one truth:
 * picking in the picture writes it, and typing changes the picture.
 */
export function useSpotChoice(count: number) {
  const [cursor, setCursor] = useState(1)
  const [anchor, setAnchor] = useState(1)
  const [text, setText] = useState('')
  const reading = useMemo(() => readNumbers(text, count), [text, count])

  function pick(number: number, mode: PickMode) {
    setCursor(number)
    if (mode !== 'range') setAnchor(number)
    setText(writeNumbers(picked(reading.numbers, number, mode, anchor)))
  }

  function chooseRun({ first, last }: Run) {
    setCursor(first)
    setAnchor(first)
    setText(writeNumbers(picked([], last, 'range', first)))
  }

  function write(typed: string) {
    setText(typed)
    const first = readNumbers(typed, count).numbers[0]
    if (first !== undefined) setCursor(first)
  }

  return { cursor, text, reading, pick, chooseRun, write }
}
