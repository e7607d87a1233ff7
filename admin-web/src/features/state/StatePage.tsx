import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { CheckItem } from './CheckItem'
import { LastDay } from './LastDay'
import {
  byGroup,
  type Check,
  countInWords,
  inOrder,
  meaningOf,
  notInOrder,
  type State,
  summaryOf,
} from './state'
import '@/ui/page/sheets.css'
import './state.css'

/** How the installation is: what is not in order, each with what helps; everything else folded away. */
export function StatePage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/state', {
    refetchEvery: NEWS_EVERY,
  })
  // A thorough look stands until the page reads news by itself.
  const [looked, setLooked] = useState<{ page: State; instead: State | undefined } | null>(null)
  const page = looked && looked.instead === data ? looked.page : data
  return (
    <Page title="Zustand">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!page && !error && <section className="sheet awaited" aria-busy="true" />}
      {page && (
        <>
          <Summary page={page} onLooked={(found) => setLooked({ page: found, instead: data })} />
          {notInOrder(page.data).length > 0 && (
            <Section title="Nicht in Ordnung">
              <Checks checks={notInOrder(page.data)} />
            </Section>
          )}
          <Fold title={countInWords(inOrder(page.data))}>
            {byGroup(inOrder(page.data)).map(({ title, checks }) => (
              <div key={title} className="state-group">
                <h3>{title}</h3>
                <Checks checks={checks} />
              </div>
            ))}
          </Fold>
          <Fold title="Die letzten 24 Stunden">
            <LastDay page={page} />
          </Fold>
        </>
      )}
    </Page>
  )
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="ruled state-checks">
      {checks.map((check) => (
        <CheckItem key={check.name} check={check} />
      ))}
    </ul>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="sheet state-fold">
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  )
}

interface SummaryProps {
  page: State
  onLooked: (page: State) => void
}

function Summary({ page, onLooked }: SummaryProps) {
  const { run, isRunning, problem } = useStaffChange()
  async function look() {
    const answer = await run('post', '/api/staff/state/check')
    if (answer) onLooked(answer)
  }
  return (
    <section className="sheet state-summary" aria-labelledby="state-result">
      <div className="head-row">
        <h2 id="state-result">{summaryOf(page.data)}</h2>
        <Button component={Link} to="/state/settings">
          Firma und Mailserver
        </Button>
        <Button
          variant="contained"
          aria-disabled={isRunning}
          onClick={() => !isRunning && void look()}
        >
          {isRunning ? 'Wird geprüft …' : 'Jetzt prüfen'}
        </Button>
      </div>
      <p className="flush muted" role="status">
        {isRunning
          ? 'Der Server verbindet sich mit Mailserver und Postfach und liest die Datenbank. Das kann eine halbe Minute dauern.'
          : meaningOf(page.level)}
      </p>
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </section>
  )
}
