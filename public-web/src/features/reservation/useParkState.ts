import { useEffect, useState } from 'react'
import { fetchParkState, type ParkState } from '@/api/parks'
import { defaults } from '@/lib/offer/offer'

/** Whether anybody can reserve, asked when the form opens; null until known. */
export function useParkState(): ParkState | null {
  const [state, setState] = useState<ParkState | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    fetchParkState(defaults.park, controller.signal).then((found) => {
      if (!controller.signal.aborted) setState(found)
    })
    return () => controller.abort()
  }, [])

  return state
}
