import { useEffect, useState } from 'react'

/** Whether something has been going on for so many milliseconds; `of` names it, another one restarts the count. */
export function useSlow(isGoingOn: boolean, after: number, of: string): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setSlow(of), after)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [isGoingOn, after, of])
  return isGoingOn && slow === of
}
