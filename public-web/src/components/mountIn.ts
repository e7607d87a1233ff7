import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders into an element outside the page's own tree; answers how to take it away again. */
export function mountIn(element: HTMLElement, content: ReactNode): () => void {
  const root = createRoot(element)
  root.render(content)
  // The element often leaves while React is rendering the page, which may not be interrupted.
  return () => queueMicrotask(() => root.unmount())
}
