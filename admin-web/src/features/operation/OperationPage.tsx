import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { NEWS_EVERY } from '@/api/news'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { CheckItem } from './CheckItem'
import { LastDay } from './LastDay'
import { grouped, meaningOf, type Operation, summaryOf } from './operation'
import { ShapeCells } from './ShapeCells'
import '@/ui/page/sheets.css'
import './operation.css'

/** How the installation is: every check, the worst first, each with what helps. */
export function OperationPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/operation', {
    refetchEvery: NEWS_EVERY,
  })
  const [looked, setLooked] = useState<Operation | null>(null)
  // A thorough look stands until the page reads news by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the data were read again
  useEffect(() => setLooked(null), [data])
  const page = looked ?? data
  return (
    <Page title="Betrieb">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!page && !error && <section className="sheet operation-skeleton" aria-busy="true" />}
      {page && (
        <>
          <Summary page={page} onLooked={setLooked} />
          {grouped(page.data).map(({ title, checks }) => (
            <Section key={title} title={title}>
              <ul className="ruled operation-checks">
                {checks.map((check) => (
                  <CheckItem key={check.name} check={check} />
                ))}
              </ul>
            </Section>
          ))}
          <LastDay page={page} />
        </>
      )}
    </Page>
  )
}

interface SummaryProps {
  page: Operation
  onLooked: (page: Operation) => void
}

function Summary({ page, onLooked }: SummaryProps) {
  const { run, isRunning, problem } = useStaffChange()
  async function look() {
    const answer = await run('post', '/api/staff/operation/check')
    if (answer) onLooked(answer)
  }
  return (
    <section className="sheet operation-summary" aria-labelledby="operation-result">
      <div className="head-row">
        <h2 id="operation-result">{summaryOf(page.data)}</h2>
        <Button
          variant="contained"
          aria-disabled={isRunning}
          onClick={() => !isRunning && void look()}
        >
          {isRunning ? 'Wird geprüft …' : 'Jetzt prüfen'}
        </Button>
      </div>
      <ShapeCells checks={page.data} />
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
