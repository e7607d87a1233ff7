import { useStore } from 'react-admin'

export type Density = 'dense' | 'wide'

/** How high rows are, in all lists; remembered in this browser. */
export function useDensity() {
  const [density, setDensity] = useStore<Density>('density', 'dense')
  return { density, toggle: () => setDensity(density === 'dense' ? 'wide' : 'dense') }
}
