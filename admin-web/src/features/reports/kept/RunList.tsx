import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { comparePath, type KeptRun, periodOfRun, runPath, runWords } from './run'

const FIRST = 25
const MOST = 100

interface Reports {
  data: Schemas['ReportOut'][]
}

/** All kept reports that the person may see, the latest first. */
export function RunList() {
  const [report, setReport] = useState('')
  const [size, setSize] = useState(FIRST)
  const reports = useStaffQuery('/api/staff/reports').data?.data ?? []
  const { data, error, refetch } = useStaffQuery('/api/staff/report-runs', {
    params: { query: { per_page: size, report } },
  })
  return (
    <Section
      title={report || !data ? 'Festgehalten' : totalWords(data.total ?? 0)}
      action={<ReportChoice reports={reports} value={report} onChange={setReport} />}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <Nothing isNarrowed={report !== ''} />}
      {data && data.data.length > 0 && (
        <PlainTable<KeptRun>
          label="Festgehaltene Berichte"
          rows={data.data}
          rowKey={({ id }) => id}
          columns={COLUMNS}
        />
      )}
      {data?.has_next && size < MOST && (
        <Button onClick={() => setSize(MOST)}>Frühere zeigen</Button>
      )}
    </Section>
  )
}

const totalWords = (total: number): string =>
  `Festgehalten: ${counted(total, '1 Bericht', 'Berichte')}`

const COLUMNS = [
  {
    label: 'Name',
    isText: true,
    render: ({ id, label, title }: KeptRun) => (
      <>
        <Link to={runPath(id)}>{label}</Link>
        <small>{title}</small>
      </>
    ),
  },
  {
    label: 'Zeitraum',
    isText: true,
    render: (run: KeptRun) => (
      <>
        {periodOfRun(run.parameters) || 'ohne'}
        <small>{runWords(run).join(' · ')}</small>
      </>
    ),
  },
  {
    label: 'Stand',
    render: ({ stand, created_by_name }: KeptRun) => (
      <>
        <MomentField at={stand.at} />
        {created_by_name && <small>{created_by_name}</small>}
      </>
    ),
  },
  {
    label: 'Zeilen',
    isNumeric: true,
    render: ({ rows }: KeptRun) => formatNumber(rows),
  },
  {
    label: 'Seitdem',
    render: ({ id, label }: KeptRun) => (
      <Link to={comparePath(id)}>
        Vergleichen<span className="visually-hidden"> {label}</span>
      </Link>
    ),
  },
]

interface ReportChoiceProps {
  reports: Reports['data']
  value: string
  onChange: (report: string) => void
}

function ReportChoice({ reports, value, onChange }: ReportChoiceProps) {
  return (
    <label className="report-choice">
      <span className="visually-hidden">Bericht</span>
      <select className="choice" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">alle Berichte</option>
        {reports.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <p className="muted flush">
      {isNarrowed
        ? 'Von diesem Bericht ist nichts festgehalten.'
        : 'Noch ist kein Bericht festgehalten. Auf jeder Seite eines Berichts steht dafür „Festhalten“.'}
    </p>
  )
}
