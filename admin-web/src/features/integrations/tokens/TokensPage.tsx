import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { OnceDialog } from '../OnceDialog'
import { TokenDialog } from './TokenDialog'
import {
  exampleCall,
  lastDay,
  type MachineToken,
  type NewMachineToken,
  type ScheduleName,
  scopeWords,
  TOKEN_STATES,
} from './token'
import '@/ui/page/sheets.css'
import '../integrations.css'

/** With what other programs read the results of regular reports. */
export function TokensPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/machine-tokens')
  const schedules = useStaffQuery('/api/staff/report-schedules').data?.data ?? []
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewMachineToken | null>(null)
  const [ending, setEnding] = useState<MachineToken | null>(null)
  return (
    <Page
      title="Zugangsschlüssel"
      actions={
        <Button className="to-the-right" variant="contained" onClick={() => setAdding(true)}>
          Schlüssel anlegen
        </Button>
      }
    >
      <p className="page-question">
        Mit einem Zugangsschlüssel liest ein anderes Programm das neueste Ergebnis eines
        regelmäßigen Berichts. Mehr kann er nicht.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited" aria-busy="true" />}
      {data?.data.length === 0 && (
        <section className="sheet empty">
          <p>Noch liest kein anderes Programm mit.</p>
        </section>
      )}
      {data && data.data.length > 0 && (
        <Section title="Alle Schlüssel">
          <PlainTable<MachineToken>
            label="Tabelle: Zugangsschlüssel"
            rows={data.data}
            rowKey={({ id }) => id}
            columns={columnsFor(schedules, setEnding)}
          />
        </Section>
      )}
      <HowTo schedules={schedules} />
      {isAdding && (
        <TokenDialog schedules={schedules} onClose={() => setAdding(false)} onAdded={setMade} />
      )}
      {made && (
        <OnceDialog
          title={`Schlüssel „${made.name}“`}
          what="Zugangsschlüssel"
          value={made.token}
          onClose={() => setMade(null)}
        >
          Wir zeigen ihn nur dieses eine Mal und bewahren ihn selbst nicht auf.
        </OnceDialog>
      )}
      {ending && <RevokeDialog token={ending} onClose={() => setEnding(null)} />}
    </Page>
  )
}

function columnsFor(
  schedules: readonly ScheduleName[],
  onRevoke: (token: MachineToken) => void,
): PlainColumn<MachineToken>[] {
  return [
    {
      label: 'Name',
      isText: true,
      render: ({ name, beginning }) => (
        <>
          {name}
          <small className="tabular">{beginning}…</small>
        </>
      ),
    },
    {
      label: 'Stand',
      render: ({ state, revoked_at, revoked_by_name }) => (
        <>
          <ShapeMark {...TOKEN_STATES[state]} />
          {revoked_at && (
            <small>
              <MomentField at={revoked_at} isShort />
              {revoked_by_name && `, ${revoked_by_name}`}
            </small>
          )}
        </>
      ),
    },
    { label: 'Liest', isText: true, render: (token) => scopeWords(token, schedules) },
    {
      label: 'Zuletzt benutzt',
      render: ({ last_used_at }) =>
        last_used_at ? <MomentField at={last_used_at} isShort /> : 'noch nie',
    },
    {
      label: 'Gilt bis',
      render: ({ expires_at }) =>
        expires_at ? formatDay(berlinDay(new Date(lastDay(expires_at)))) : 'auf Widerruf',
    },
    {
      label: 'Aktionen',
      render: (token) =>
        token.state === 'revoked' ? null : (
          <RowButton label="Widerrufen" what={token.name} onClick={() => onRevoke(token)} />
        ),
    },
  ]
}

function HowTo({ schedules }: { schedules: readonly ScheduleName[] }) {
  const call = exampleCall(window.location.origin, schedules[0]?.id ?? null)
  return (
    <Section title="So wird gelesen" action={<CopyButton text={call} what="Beispiel" />}>
      <pre className="example">{call}</pre>
      <p className="muted flush">
        Die Antwort ist eine Parquet-Datei des letzten Laufs, gleich welche Formate der Plan
        verschickt. Hat ein Bericht mehrere Tabellen, wählt <code>?table=…</code> eine davon. Mit
        dem <code>ETag</code> fragt das Programm nach, ob es etwas Neues gibt.
      </p>
    </Section>
  )
}

const RevokeDialog = ({ token, onClose }: { token: MachineToken; onClose: () => void }) => (
  <EditDialog
    title={`„${token.name}“ widerrufen`}
    button="Widerrufen"
    save={(call) =>
      call('post', '/api/staff/machine-tokens/{id}/revoke', {
        params: { path: { id: token.id } },
      })
    }
    renews={['machine-tokens']}
    onClose={onClose}
  >
    <p className="flush">
      Ab sofort liest niemand mehr damit. Zurücknehmen lässt sich das nicht; ein neuer Schlüssel ist
      schnell angelegt.
    </p>
  </EditDialog>
)
