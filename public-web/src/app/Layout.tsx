import type { ReactNode } from 'react'
import { siteText } from '@/content/de/site'
import { Footer } from './Footer'
import { Header } from './Header'

/** What surrounds every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#inhalt">
        {siteText.skipLink}
      </a>
      <Header />
      <main id="inhalt" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}
