import { useEffect, useRef, useState } from 'react'
import { RichText } from '@/components/RichText'
import { contactText } from '@/content/de/contact'
import { paths } from '@/lib/paths'
import { useSettings } from '@/lib/settingsContext'
import { useScript } from './useScript'

/** Another provider's form: first who it is, and only after a click its script. */
export function ExternalWidget({ source }: { source: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const { area, external } = contactText(useSettings().company)
  useOwnDocument()
  return (
    <section className={isWanted ? 'post post--loaded' : 'post'} aria-labelledby="kontaktformular">
      <h2 id="kontaktformular" className={isWanted ? 'visually-hidden' : undefined}>
        {area.title}
      </h2>
      {isWanted ? (
        <LoadedWidget source={source} />
      ) : (
        <>
          <p>
            <RichText text={external.notice(new URL(source).host)} />
          </p>
          <button type="button" className="button button--sun" onClick={() => setIsWanted(true)}>
            {external.load}
          </button>
          <p className="small quiet">
            <RichText text={external.alternative} />
          </p>
        </>
      )}
    </section>
  )
}

/** The script stands where its form is to appear; leaving takes both away. */
function LoadedWidget({ source }: { source: string }) {
  const place = useRef<HTMLElement>(null)
  const state = useScript(source, place, false)
  const { area, external } = contactText(useSettings().company)
  // The button that had the focus is gone.
  useEffect(() => place.current?.focus(), [])
  return (
    <>
      <p role="status" className={state === 'ready' ? 'visually-hidden' : undefined}>
        {state === 'loading' && external.loading}
        {state === 'failed' && <RichText text={area.failed} />}
      </p>
      <section
        ref={place}
        className="post__external"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={external.frame(new URL(source).host)}
      />
    </>
  )
}

/**
 * Only this page's own policy allows the other provider, and a document keeps the policy it came
 * with. A visitor who came by a link within the site is still in another page's document.
 */
function useOwnDocument(): void {
  useEffect(() => {
    const [document] = performance.getEntriesByType('navigation')
    const isOwn = !document || new URL(document.name).pathname.startsWith(paths.contact)
    if (!isOwn) window.location.replace(window.location.href)
  }, [])
}
