/** Who wants to be told of a change outside of React: `subscribe` is what `useSyncExternalStore` takes. */
export function listenersOf<T extends unknown[]>() {
  const all = new Set<(...told: T) => void>()
  return {
    tell: (...told: T): void => {
      for (const listener of all) listener(...told)
    },
    subscribe: (listener: (...told: T) => void): (() => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
