import { builtParks, type Park, parkOf, parks } from './offer/offer'
import { useHydrated } from './useHydrated'

/**
 * A park for what is drawn or marked by its facts: first as the finished page has it, so that the
 * browser takes that page over without a seam, then as it is now. Text comes from `factsOf`.
 */
export function useParkNow(id: string): Park {
  return parkOf(useHydrated() ? parks : builtParks, id)
}
