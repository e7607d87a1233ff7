import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { declarationTitles } from '@/content/de/declarations'
import './declarations.css'

/** What the server has put into this document: the form, or what became of a declaration. */
const served = import.meta.env.SSR ? null : document.querySelector('.declare')?.cloneNode(true)
const servedAt = served && window.location.pathname

/** Whether that still stands where it came: React has not left it since. */
let isUntouched = Boolean(served)

/**
 * A page whose middle the server makes for each call, between two marks it looks for. It works
 * without scripts; with them React leaves it as it is. A visitor who comes back finds it again, as nodes:
 * markup of a text is refused by the browser (`trusted-types`). From another page, the document is fetched now.
 */
export default function FormPage() {
  const { pathname } = useLocation()
  const middle = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isUntouched) {
      if (served && pathname === servedAt)
        middle.current?.replaceChildren(...served.cloneNode(true).childNodes)
      else if (!import.meta.env.DEV) window.location.replace(window.location.href)
    }
    return () => {
      isUntouched = false
    }
  }, [pathname])

  const title = declarationTitles[pathname.replace(/\/$/, '')]
  if (!import.meta.env.SSR && !isUntouched)
    return (
      <div className="wrap declare" ref={middle}>
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
