import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { declarationTitles } from '@/content/de/declarations'
import './declarations.css'

/** Whether this document is the one that the server has put the form into, and React has not left it since. */
let isServed = !import.meta.env.SSR && document.querySelector('.declare') !== null

/**
 * A page whose middle the server makes for each call, between two marks it looks for. It works
 * without scripts; with them React leaves it as it is. A visitor who comes here from another page without
 * a new document gets the document now: markup of a text is refused by the browser (`trusted-types`).
 */
export default function FormPage() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other form is another document
  useEffect(() => {
    if (!isServed && !import.meta.env.DEV) window.location.replace(window.location.href)
    return () => {
      isServed = false
    }
  }, [pathname])

  const title = declarationTitles[pathname.replace(/\/$/, '')]
  if (!import.meta.env.SSR && !isServed)
    return (
      <div className="wrap declare">
        <h1>{title}</h1>
      </div>
    )
  const html = import.meta.env.SSR ? `<!--declaration--><h1>${title}</h1><!--/declaration-->` : ''
  return (
    <div
      className="wrap declare"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written when the site is built; in the browser React takes over what is there
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
