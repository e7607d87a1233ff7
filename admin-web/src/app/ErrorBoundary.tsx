import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Page } from '@/ui/page/Page'

/** Keeps the navigation when a page fails; going to another page tries again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}

/** What a person sees of an error nobody foresaw. */
export function ErrorPage() {
  return (
    <Page title="Etwas ist schiefgegangen" isSearchHidden>
      <section className="sheet">
        <p>
          Diese Seite konnte nicht gezeigt werden. Ihre Daten sind davon nicht betroffen. Laden Sie
          die Seite neu; wenn es wieder geschieht, melden Sie es bitte mit der Adresse dieser Seite.
        </p>
        <Button onClick={() => window.location.reload()}>Neu laden</Button>
      </section>
    </Page>
  )
}
