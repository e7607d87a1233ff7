import { useEffect, useState } from 'react'

const PAUSE_MS = 900

/** A text that follows another one only once that has stood still: no announcement per keystroke. */
export function useQuietly(text: string): string {
  const [settled, setSettled] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return settled
}
