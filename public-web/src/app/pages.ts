import type { ComponentType } from 'react'
import type { Route } from './routes'

const ready = new Map<string, ComponentType>()
const loading = new Map<string, Promise<ComponentType>>()

/** The page's component if its code is already here. */
export const readyPage = (route: Route): ComponentType | undefined => ready.get(route.path)

/** Loads the code of a page once; a failed attempt is forgotten so that the next one may succeed. */
export function loadPage(route: Route): Promise<ComponentType> {
  const known = loading.get(route.path)
  if (known) return known
  const promise = route.load().then(
    (module) => {
      ready.set(route.path, module.default)
      return module.default
    },
    (error: unknown) => {
      loading.delete(route.path)
      throw error
    },
  )
  loading.set(route.path, promise)
  return promise
}
