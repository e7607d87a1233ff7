import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatNumber } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { RetentionSection } from './RetentionSection'
import '@/ui/page/sheets.css'
import './dataProtection.css'

type Table = Schemas['PersonalTableOut']

/** What is stored about whom, on what basis, how old it is, and what the next night deletes. */
export function DataProtectionPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/data-protection', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Datenschutz">
      <p className="page-question">
        Was wir über wen speichern, auf welcher Grundlage, wie lange, und was als Nächstes gelöscht
        wird.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited" aria-busy="true" />}
      {data && (
        <>
          <RetentionSection page={data} />
          <Section title="Von Haushalten">
            <Tables label="Daten von Haushalten" tables={data.tables.filter(isOfHouseholds)} />
          </Section>
          <Section title="Vom Team und vom Betrieb">
            <Tables
              label="Daten vom Team und vom Betrieb"
              tables={data.tables.filter((table) => !isOfHouseholds(table))}
            />
          </Section>
          <Section title="Warum so lange">
            <Reasons tables={data.tables} />
          </Section>
        </>
      )}
    </Page>
  )
}

const isOfHouseholds = ({ persons }: Table) => persons !== null

function Tables({ label, tables }: { label: string; tables: readonly Table[] }) {
  const columns = COLUMNS.filter(({ isOfHouseholds: only }) => !only || tables.some(isOfHouseholds))
  return (
    <div className="protection-table">
      <PlainTable label={label} columns={columns} rows={tables} rowKey={({ name }) => name} />
    </div>
  )
}

/** Each period once, with its reason. */
function Reasons({ tables }: { tables: readonly Table[] }) {
  const reasons = new Map(tables.map(({ period, because }) => [period, because]))
  return (
    <dl className="pairs reasons">
      {[...reasons].map(([period, because]) => (
        <div key={period}>
          <dt>{period}</dt>
          <dd>{because}</dd>
        </div>
      ))}
    </dl>
  )
}

const COLUMNS = [
  {
    label: 'Daten',
    isText: true,
    render: ({ label, purpose }: Table) => (
      <>
        <b>{label}</b>
        <small className="muted">{purpose}</small>
      </>
    ),
  },
  {
    label: 'Haushalte',
    isNumeric: true,
    isOfHouseholds: true,
    render: ({ persons }: Table) => formatNumber(persons ?? 0),
  },
  { label: 'Zeilen', isNumeric: true, render: ({ rows }: Table) => formatNumber(rows) },
  {
    label: 'Älteste',
    render: ({ oldest }: Table) => (oldest ? formatDay(oldest) : '–'),
  },
  {
    label: 'Fällig',
    isNumeric: true,
    render: ({ due }: Table) => (due > 0 ? <b className="due">{formatNumber(due)}</b> : '0'),
  },
  { label: 'Grundlage', isText: true, render: ({ basis }: Table) => basis },
  {
    label: 'Aufbewahrt',
    isText: true,
    render: ({ period }: Table) => period,
  },
]
