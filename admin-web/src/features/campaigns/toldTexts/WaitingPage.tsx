import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatNumber } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { MapDialog } from './MapDialog'
import { ToldTextPages } from './ToldTextPages'
import { decoyWords, textWords, type WaitingText } from './toldText'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

/** What households typed and what counts as no answer yet, without the households. */
export function WaitingPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/told-texts')
  const [asked, setAsked] = useState<WaitingText | null>(null)
  return (
    <Page title="Eigene Worte">
      <ToldTextPages />
      <section className="sheet" aria-label="Texte, die warten">
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <p className="muted flush">Wird geladen</p>}
        {data && <Texts texts={data.data} total={data.total} onMap={setAsked} />}
      </section>
      {data && (
        <p className="small muted flush">
          {decoyWords(data.decoy.label, formatDay(data.decoy.since), data.decoy.is_used)}{' '}
          <Link to="/reports/told">Zum Bericht „Gesagt und gemessen“</Link>
        </p>
      )}
      {asked && (
        <MapDialog
          key={asked.key}
          waiting={asked}
          answers={data?.answers ?? []}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

interface TextsProps {
  texts: readonly WaitingText[]
  total: number
  onMap: (waiting: WaitingText) => void
}

function Texts({ texts, total, onMap }: TextsProps) {
  if (texts.length === 0)
    return (
      <p className="muted flush">
        Gerade wartet nichts. Wählt ein Haushalt nach der Reservierung „Etwas anderes“ und schreibt
        etwas dazu, steht es hier.
      </p>
    )
  const button = (row: WaitingText) => (
    <RowButton label="Zuordnen" what={textWords(row.text)} onClick={() => onMap(row)} />
  )
  return (
    <>
      <PlainTable<WaitingText>
        label="Tabelle: Texte, die warten"
        rows={texts}
        rowKey={({ key }) => key}
        columns={[
          { label: 'Geschrieben', isText: true, render: (row) => <Words text={row.text} /> },
          {
            label: 'Haushalte',
            isNumeric: true,
            render: ({ households }) => formatNumber(households),
          },
          { label: 'Zuletzt', isNumeric: true, render: ({ last_on }) => formatDay(last_on) },
          { label: 'Aktionen', render: button },
        ]}
        narrow={(row) => ({
          title: textWords(row.text),
          meta: `zuletzt am ${formatDay(row.last_on)}`,
          aside: formatNumber(row.households),
          more: button(row),
        })}
      />
      <p className="tiny muted flush">
        Wer es schrieb, steht hier nicht, und Texte mit Namen sind verborgen. Groß oder klein spielt
        keine Rolle.
        {total > texts.length &&
          ` Gezeigt sind die ersten ${formatNumber(texts.length)} von ${formatNumber(total)}.`}
      </p>
    </>
  )
}

const Words = ({ text }: { text: string | null }) =>
  text === null ? <span className="muted">{textWords(text)}</span> : <b>{text}</b>
