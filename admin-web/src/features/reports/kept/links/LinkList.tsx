import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { useSession } from '@/session/session'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { runPath } from '../run'
import {
  answeredBy,
  LINK_STATES,
  makerWords,
  openedWords,
  type ReportLink,
  shownWords,
} from './link'

/** Every link to a kept report: what it shows, whether it is used, and how to end it. */
export function LinkList() {
  const { data, error, refetch } = useStaffQuery('/api/staff/report-links')
  const [ending, setEnding] = useState<ReportLink | null>(null)
  const mayEnd = useSession()?.account.role !== 'staff'
  return (
    <Section title="Links nach außen">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="links-place" aria-busy="true" />}
      {data?.data.length === 0 && (
        <p className="muted flush">
          Noch ist kein Bericht weitergegeben. Auf jedem festgehaltenen Bericht steht dafür „Link
          erstellen“.
        </p>
      )}
      {data && data.data.length > 0 && (
        <PlainTable<ReportLink>
          label="Alle Links nach außen"
          rows={data.data}
          rowKey={({ id }) => id}
          columns={mayEnd ? [...COLUMNS, endColumn(setEnding)] : COLUMNS}
          narrow={(link) => narrowRow(link, mayEnd ? setEnding : null)}
        />
      )}
      {ending && <RevokeDialog link={ending} onClose={() => setEnding(null)} />}
    </Section>
  )
}

const lastDay = ({ expires_at }: ReportLink): string =>
  formatDay(berlinDay(new Date(Date.parse(expires_at) - 1000)))

const COLUMNS: readonly PlainColumn<ReportLink>[] = [
  {
    label: 'Für wen',
    isText: true,
    render: ({ label, run_id, run_label, title, state }) => (
      <>
        {label}
        <small>{state === 'ended' ? title : <Link to={runPath(run_id)}>{run_label}</Link>}</small>
      </>
    ),
  },
  { label: 'Zeigt', isText: true, render: shownWords },
  {
    label: 'Verantwortlich',
    isText: true,
    render: (link) => (
      <>
        {answeredBy(link)}
        <small>{makerWords(link)}</small>
      </>
    ),
  },
  {
    label: 'Stand',
    render: (link) => (
      <>
        <ShapeMark {...LINK_STATES[link.state]} />
        <small>{stateWords(link)}</small>
      </>
    ),
  },
  {
    label: 'Geöffnet',
    render: (link) => (
      <>
        {openedWords(link)}
        {link.last_opened_at && (
          <small>
            zuletzt <MomentField at={link.last_opened_at} isShort />
          </small>
        )}
      </>
    ),
  },
]

function stateWords(link: ReportLink): string {
  if (link.state === 'open') return `bis ${lastDay(link)}`
  if (link.state === 'resting') return 'das Konto ist abgeschaltet'
  return link.state === 'revoked'
    ? `von ${link.revoked_by_name ?? 'jemandem'}`
    : `am ${lastDay(link)}`
}

/** Whether somebody could open it, now or once it is taken over. */
const canEnd = ({ state }: ReportLink): boolean => state === 'open' || state === 'resting'

const endColumn = (onEnd: (link: ReportLink) => void): PlainColumn<ReportLink> => ({
  label: 'Aktionen',
  render: (link) => <EndButton link={link} onEnd={onEnd} />,
})

function EndButton({ link, onEnd }: { link: ReportLink; onEnd: (link: ReportLink) => void }) {
  if (!canEnd(link)) return null
  return <RowButton label="Widerrufen" what={link.label} onClick={() => onEnd(link)} />
}

function narrowRow(link: ReportLink, onEnd: ((link: ReportLink) => void) | null) {
  return {
    title: link.label,
    isText: true,
    meta: `${shownWords(link)} · verantwortlich: ${answeredBy(link)} · ${openedWords(link)}`,
    aside: <ShapeMark {...LINK_STATES[link.state]} />,
    asideMeta: canEnd(link) ? stateWords(link) : undefined,
    more: onEnd && canEnd(link) && <EndButton link={link} onEnd={onEnd} />,
  }
}

const RevokeDialog = ({ link, onClose }: { link: ReportLink; onClose: () => void }) => (
  <EditDialog
    title={`„${link.label}“ widerrufen?`}
    button="Widerrufen"
    save={(call) =>
      call('post', '/api/staff/report-links/{link_id}/revoke', {
        params: { path: { link_id: link.id } },
      })
    }
    renews={['report-links']}
    onClose={onClose}
  >
    <p className="flush">
      Wer den Link öffnet, liest dann, dass er nicht mehr gilt. Zurücknehmen lässt sich das nicht;
      ein neuer Link ist schnell erstellt.
    </p>
  </EditDialog>
)
