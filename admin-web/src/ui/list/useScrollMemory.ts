import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The list last seen, and how far down. In memory only: it names filters. */
let last = { list: '', top: 0 }

/**
 * Where a list scrolls by itself, the browser does not bring it back: a user who returns to the same
 * page, sort and filters finds the rows where they were, and every other list begins at its top.
 * `isReady` once its rows are there.
 */
export function useScrollMemory(list: string, isReady: boolean): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isReady && region.current) region.current.scrollTop = last.list === list ? last.top : 0
  }, [list, isReady])
  useEffect(() => {
    const element = region.current
    if (!isReady || !element) return
    const note = () => {
      last = { list, top: element.scrollTop }
    }
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [list, isReady])
  return region
}
