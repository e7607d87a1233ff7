import { useEffect, useRef } from 'react'

const DIALLED = 'voltigo:dialled'

/** Hands a number to whatever makes calls here. */
export function dial(address: string): void {
  document.dispatchEvent(new Event(DIALLED))
  window.location.assign(address)
}

/** Calls `onDial` when a call begins: by `dial`, or by a link with a number, of which a page has those of one household. */
export function useDialled(onDial: () => void): void {
  const latest = useRef(onDial)
  latest.current = onDial
  useEffect(() => {
    const begin = () => latest.current()
    const onClick = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest('a[href^="tel:"]') && begin()
    document.addEventListener(DIALLED, begin)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener(DIALLED, begin)
      document.removeEventListener('click', onClick)
    }
  }, [])
}
