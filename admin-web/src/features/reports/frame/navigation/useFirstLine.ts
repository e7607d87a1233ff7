import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How many of `count` items stand in the first line of a list that wraps, now and whenever the list or one of its items
 * gets another width, as when a font arrives.
 */
export function useFirstLine<E extends HTMLElement>(count: number) {
  const ref = useRef<E>(null)
  const [shown, setShown] = useState(count)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || count === 0) return
    const items = [...list.children] as HTMLElement[]
    const measure = () => {
      const top = items[0]?.offsetTop ?? 0
      const wrapped = items.findIndex(({ offsetTop }) => offsetTop > top)
      setShown(wrapped < 0 ? count : wrapped)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [list, ...items]) observer.observe(one)
    return () => observer.disconnect()
  }, [count])
  return [ref, shown] as const
}
