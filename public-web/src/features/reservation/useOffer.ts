import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useHydrated } from '@/lib/useHydrated'
import { findOffer, type HeldOffer } from './offered'

/** The form as it was opened: for any place, or for the one that the waiting list offers. */
export interface OfferMode {
  isOffer: boolean
  /** Null until known. */
  held: HeldOffer | null
}

/** Finds the offer that the address speaks of; without one the page of the list says what became of it. */
export function useOffer(): OfferMode {
  const hydrated = useHydrated()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [held, setHeld] = useState<HeldOffer | null>(null)
  const isOffer = hydrated && new URLSearchParams(search).has('angebot')

  useEffect(() => {
    if (!isOffer) return
    let isCurrent = true
    void findOffer().then((found) => {
      if (!isCurrent) return
      if (found) setHeld(found)
      else navigate(paths.waitingList, { replace: true })
    })
    return () => {
      isCurrent = false
    }
  }, [isOffer, navigate])

  return { isOffer, held }
}
