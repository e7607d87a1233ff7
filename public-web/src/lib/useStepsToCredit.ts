import { siteText } from '@/content/de/site'
import { useParkState } from './placesFree'

interface Step {
  when: string
  title: string
  text: string
  figure: string
  condition: string
}

/** The steps on the way to a credit. The first is to reserve a place as long as that is possible; without a park there are none. */
export function useStepsToCredit(steps: readonly Step[]): readonly Step[] {
  const state = useParkState()
  const [first, ...rest] = steps
  if (state === 'open' || !first) return steps
  if (state === 'cancelled') return []
  const { title, text, link } = siteText.instead[state]
  const words = { ...first, text: `${title} ${text}` }
  return [state === 'full' ? { ...words, title: link.children } : words, ...rest]
}
