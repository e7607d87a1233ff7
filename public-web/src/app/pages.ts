import type { ComponentType } from 'react'
import type { Route } from './routes'

const ready = new Map<string, ComponentType>()
const loading = new Map<string, Promise<ComponentType>>()
/** For which occasion the code of a page could not be loaded. */
const failed = new Map<string, string>()

/** The page's component if its code is already here. */
export const readyPage = (route: Route): ComponentType | undefined => ready.get(route.path)

/**
 * Loads the code of a page once. A failed attempt stands for its occasion, so that rendering can
 * show it, and is made again for the next one.
 */
export function loadPage(route: Route, occasion = 'ahead'): Promise<ComponentType> {
  const { path } = route
  const known = loading.get(path)
  if (known && (failed.get(path) ?? occasion) === occasion) return known
  failed.delete(path)
  const promise = route.load().then(
    (module) => {
      ready.set(path, module.default)
      return module.default
    },
    (error: unknown) => {
      failed.set(path, occasion)
      throw error
    },
  )
  loading.set(path, promise)
  return promise
}
