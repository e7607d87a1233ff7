import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { declarationTitles } from '@/content/de/declarations'
import './declarations.css'

/** What the server put into the page, as it was before React took the page over. */
const served =
  typeof document === 'undefined' ? undefined : document.querySelector('.declare')?.innerHTML

/**
 * A page whose middle the server makes for each call, between two marks it looks for. It works
 * without scripts; with them React leaves it as it is. A visitor who comes here from another page without
 * a new document gets the document now.
 */
export default function FormPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    if (served === undefined && !import.meta.env.DEV) window.location.replace(window.location.href)
  }, [])

  const title = declarationTitles[pathname.replace(/\/$/, '')]
  const empty = `<!--declaration--><h1>${title}</h1><!--/declaration-->`
  return (
    <div
      className="wrap declare"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our server, which escapes every value
      dangerouslySetInnerHTML={{ __html: served ?? empty }}
    />
  )
}
