import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { UTM_FIELDS, type UtmField } from '@/lib/utm'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { AliasDialog } from './AliasDialog'
import { AliasPages } from './AliasPages'
import { FIELD_CHOICES, REASONS, type SeenValue, spellingWords } from './alias'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const FIRST = 50

/** The spellings that links really had, the most frequent first, and what each counts as. */
export function ValuesPage() {
  const [query, setQuery] = useSearchParams()
  const field = UTM_FIELDS.find((name) => name === query.get('field')) ?? 'utm_source'
  const { data, error, refetch } = useStaffQuery('/api/staff/aliases/values', {
    params: { query: { field } },
  })
  // Another page may ask for one spelling: „Schreibweise zuordnen“.
  const given = query.get('raw')
  const [asked, setAsked] = useState(given === null ? null : { raw: given, canonical: '' })
  const ask = (raw: string, canonical = '') => setAsked({ raw, canonical })
  return (
    <Page
      title="Schreibweisen"
      actions={
        <Button variant="contained" onClick={() => ask('')}>
          Schreibweise zuordnen
        </Button>
      }
    >
      <AliasPages />
      <FieldChoice field={field} onField={(name) => setQuery({ field: name })} />
      {data && <ProposalList values={data.data} onJoin={ask} />}
      <section className="sheet" aria-label="Gesehene Werte">
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <p className="muted flush">Wird geladen</p>}
        {data && <Values values={data.data} onAlias={ask} />}
      </section>
      {asked !== null && (
        <AliasDialog
          key={asked.raw}
          start={{ field, ...asked }}
          seen={data?.data ?? []}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

function FieldChoice({ field, onField }: { field: UtmField; onField: (name: UtmField) => void }) {
  return (
    <fieldset className="period-choice">
      <legend className="visually-hidden">Feld</legend>
      {FIELD_CHOICES.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === field}
          onClick={() => onField(name)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function Values(props: { values: readonly SeenValue[]; onAlias: (raw: string) => void }) {
  const { values, onAlias } = props
  const [isWhole, setWhole] = useState(false)
  if (values.length === 0)
    return (
      <p className="muted flush">
        Noch kam kein Besuch mit einem Wert in diesem Feld. Sobald Links im Umlauf sind, stehen ihre
        Schreibweisen hier.
      </p>
    )
  return (
    <>
      <PlainTable<SeenValue>
        label="Tabelle: Gesehene Werte"
        rows={isWhole ? values : values.slice(0, FIRST)}
        rowKey={({ raw }) => raw}
        columns={[
          { label: 'Im Link', isText: true, render: (value) => <Spelled value={value} /> },
          { label: 'Zählt als', isText: true, render: (value) => <CountsAs value={value} /> },
          { label: 'Sitzungen', isNumeric: true, render: (one) => formatNumber(one.sessions) },
          {
            label: 'Berührte Reservierungen',
            isNumeric: true,
            render: (one) => formatNumber(one.reservations),
          },
          {
            label: 'Aktionen',
            render: ({ raw, alias_id }) =>
              alias_id === null && (
                <RowButton label="Zuordnen" what={raw} onClick={() => onAlias(raw)} />
              ),
          },
        ]}
      />
      <p className="tiny muted flush">
        Unter einem Wert steht, wie er in Links geschrieben war und wie oft jemand so ankam. Groß
        und klein zählt von selbst zusammen. Berührt ist eine Reservierung von jedem Wert, über den
        irgendein Kontakt davor kam. Berichte und Kampagnen zählen sie einmal, bei ihrer letzten
        bekannten Herkunft.
      </p>
      {!isWhole && values.length > FIRST && (
        <Button onClick={() => setWhole(true)}>Alle {values.length} Werte zeigen</Button>
      )}
    </>
  )
}

function Spelled({ value }: { value: SeenValue }) {
  const words = spellingWords(value)
  return (
    <>
      <b>{value.raw || <span className="muted">ohne Angabe</span>}</b>
      {words && <small>{words}</small>}
    </>
  )
}

function CountsAs({ value: { canonical, alias_id } }: { value: SeenValue }) {
  return (
    <>
      {canonical}
      {alias_id !== null && <small>durch Ihre Zuordnung</small>}
    </>
  )
}

interface ProposalListProps {
  values: readonly SeenValue[]
  onJoin: (raw: string, canonical: string) => void
}

/** Values that probably mean the same as another one. Nothing is joined before its effect was seen. */
function ProposalList({ values, onJoin }: ProposalListProps) {
  const proposed = values.flatMap((value) =>
    value.proposal ? [{ ...value, proposal: value.proposal }] : [],
  )
  if (proposed.length === 0) return null
  return (
    <Section title="Gehört das zusammen?">
      <ul className="row-list" aria-label="Vorschläge">
        {proposed.map(({ raw, proposal, sessions, reservations }) => (
          <li key={raw}>
            <p>
              <b>
                {raw} → {proposal.canonical}
              </b>
              <small className="muted">{REASONS[proposal.reason]}</small>
            </p>
            <p>
              {counted(sessions, 'eine Sitzung', 'Sitzungen')}
              {reservations > 0 && (
                <small className="muted">
                  {formatNumber(reservations)}{' '}
                  {reservations === 1 ? 'berührte Reservierung' : 'berührte Reservierungen'}
                </small>
              )}
            </p>
            <p className="buttons">
              <RowButton
                label="Zusammenführen"
                what={`${raw} zählt als ${proposal.canonical}`}
                onClick={() => onJoin(raw, proposal.canonical)}
              />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
