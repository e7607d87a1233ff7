import { useRef, useState } from 'react'
import type { Schemas } from '@/api/operations'
import { firstWords } from '@/api/problem'
import { TooLarge } from './content'

/** A file as the server read it: its sheets, one for a text. */
export type TableFile = Schemas['TableFileOut']

/** Has a file read by the server; of two at once the one that was chosen last counts. */
export function useTableFile() {
  const latest = useRef(0)
  const [isReading, setReading] = useState(false)
  const [unreadable, setUnreadable] = useState<string | null>(null)

  /** What the server read; null where it could not, or where another file was chosen meanwhile. */
  async function read(reading: () => Promise<TableFile>): Promise<TableFile | null> {
    forget()
    const turn = latest.current
    setReading(true)
    const found = await reading().catch((error: unknown) => {
      if (turn === latest.current)
        setUnreadable(error instanceof TooLarge ? error.message : firstWords(error))
      return null
    })
    if (turn !== latest.current) return null
    setReading(false)
    return found
  }

  function forget() {
    latest.current += 1
    setReading(false)
    setUnreadable(null)
  }

  return { isReading, unreadable, read, forget }
}
