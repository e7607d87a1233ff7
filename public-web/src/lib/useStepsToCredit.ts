import { siteText } from '@/content/de/site'
import { useParkState } from './placesFree'

interface Step<Figure> {
  when: string
  title: string
  text: string
  figure: Figure
  condition: string
}

/** The steps on the way to a credit. The first is to reserve a place as long as that is possible; without a park there are none. */
export function useStepsToCredit<Figure>(steps: readonly Step<Figure>[]): readonly Step<Figure>[] {
  const state = useParkState()
  const [first, ...rest] = steps
  if (state === 'open' || !first) return steps
  if (state === 'cancelled') return []
  const { title, text, link } = siteText.instead[state]
  const words = { ...first, text: `${title} ${text}` }
  return [state === 'full' ? { ...words, title: link.children } : words, ...rest]
}
