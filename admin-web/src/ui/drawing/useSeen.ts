import { useEffect, useState } from 'react'

/** The ref of an element, and whether it has ever come near the window: then what it shows is fetched. */
export function useSeen() {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element || isSeen) return
    const noted: IntersectionObserverCallback = (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    }
    const observer = new IntersectionObserver(noted, { rootMargin: '25% 0px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isSeen])
  return [setElement, isSeen] as const
}
