import Button from '@mui/material/Button'
import { useState } from 'react'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { CheckCells } from './CheckCells'
import { CheckRow } from './CheckRow'
import { firstOpen, headingOf, lastConnected, RENEWED, type SetupCheck } from './checks'
import '@/ui/page/sheets.css'
import './setup.css'

/** What the installation lacks for real work, checked by the server. */
export function SetupPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/setup-checks', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Einrichten">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet setup-skeleton" aria-busy="true" />}
      {data && <Checks page={data} />}
    </Page>
  )
}

function Checks({ page }: { page: Schemas['SetupChecksOut'] }) {
  const [expanded, setExpanded] = useState<SetupCheck['name'] | null>(() => firstOpen(page.data))
  return (
    <>
      <Summary page={page} />
      <ol className="setup-checks" aria-label="Prüfungen">
        {page.data.map((check) => (
          <CheckRow
            key={check.name}
            check={check}
            mailsBecomeFiles={page.mails_become_files}
            isExpanded={expanded === check.name}
            onToggle={() => setExpanded(expanded === check.name ? null : check.name)}
          />
        ))}
      </ol>
      <section aria-labelledby="setup-afterwards">
        <h2 id="setup-afterwards" className="setup-subhead">
          Danach von allein
        </h2>
        <p className="flush muted setup-reading">
          Der Server prüft weiter: Postausgang und Angaben alle 15 Minuten, Adresse und Zertifikat
          stündlich. Wird etwas rot, meldet er es hier, auf Heute und einmal per Mail an alle mit
          der Rolle Administration.
        </p>
      </section>
    </>
  )
}

function Summary({ page }: { page: Schemas['SetupChecksOut'] }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const at = lastConnected(page.data)
  return (
    <header className="setup-summary">
      <div>
        <h2>{headingOf(page.open)}</h2>
        <p className="flush muted" role="status">
          {isRunning ? (
            'Der Server prüft gerade. Das kann eine halbe Minute dauern.'
          ) : (
            <>
              Der Server prüft alles selbst
              {at && ', zuletzt '}
              <MomentField at={at ?? undefined} isShort />. Offenes steht rot auf Heute, bis es in
              Ordnung ist.
            </>
          )}
        </p>
        {problem && (
          <p role="alert" className="error-text flush">
            {problem}
          </p>
        )}
      </div>
      <CheckCells checks={page.data} />
      <Button
        aria-disabled={isRunning}
        onClick={() =>
          !isRunning && void run('post', '/api/staff/setup-checks/check', { body: { name: null } })
        }
      >
        {isRunning ? 'Wird geprüft …' : 'Alle erneut prüfen'}
      </Button>
    </header>
  )
}
