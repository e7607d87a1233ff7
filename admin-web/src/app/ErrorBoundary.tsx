import Button from '@mui/material/Button'
import { Component, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { discardDrafts, openDrafts } from '@/session/draft'
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
    if (!this.state.hasFailed) return this.props.children
    return <ErrorPage resetErrorBoundary={() => this.setState({ hasFailed: false })} />
  }
}

/** What a person sees of an error nobody foresaw. A draft may be what broke the page, so it can be dropped here. */
export function ErrorPage({
  resetErrorBoundary,
}: {
  resetErrorBoundary: (given: unknown) => void
}) {
  const [drafts] = useState(openDrafts)
  const again = () => resetErrorBoundary(undefined)
  function discard() {
    discardDrafts(drafts)
    again()
  }
  return (
    <Page title="Etwas ist schiefgegangen" isSearchHidden>
      <section className="sheet">
        <p>
          Diese Seite konnte nicht gezeigt werden. Was schon gespeichert war, ist davon nicht
          betroffen.
        </p>
        {drafts.length > 0 ? (
          <>
            <p>
              Was Sie hier eingegeben haben, ist noch nicht gespeichert. Es liegt als Entwurf in
              diesem Browserfenster. „Noch einmal öffnen“ bringt die Seite mit Ihrem Entwurf zurück.
              Gelingt das nicht, beginnt sie nach „Entwurf verwerfen“ leer; Ihre Eingaben sind dann
              weg.
            </p>
            <div className="buttons">
              <Button variant="outlined" onClick={again}>
                Noch einmal öffnen
              </Button>
              <Button color="error" onClick={discard}>
                Entwurf verwerfen
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>
              Laden Sie die Seite neu; wenn es wieder geschieht, melden Sie es bitte mit der Adresse
              dieser Seite.
            </p>
            <Button onClick={() => window.location.reload()}>Neu laden</Button>
          </>
        )}
      </section>
    </Page>
  )
}
