import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { unnoted } from '@/api/alerts'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { useSession } from '@/session/session'
import { PrintLetters } from '@/ui/mail/PrintLetters'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { LatestReservations } from '../figures/LatestReservations'
import { MoneyBlock } from '../figures/MoneyBlock'
import { TodayCharts } from '../TodayCharts'
import { costWords, newPath, newWords, type Today } from '../today'
import { usePilot } from '../usePilot'
import { ParkMap } from './ParkMap'
import { type Parts, QueuePane } from './pane/QueuePane'
import { QueueFoot } from './QueueFoot'
import { QueueRows } from './QueueRows'
import { type DeskState, useDesk } from './useDesk'
import { PER_PAGE, type Queue, useQueue } from './useQueue'
import { TABS } from './work'
import '@/ui/fields/presence.css'
import './queue.css'

// With the library of forms, which the first view needs for nothing else.
const EndDialog = lazy(async () => ({ default: (await import('./pane/EndDialog')).EndDialog }))

/** The start page of the desk: what is to be done, the focused line beside it; figures below. */
export function QueuePage({ parts }: { parts: Parts }) {
  const today = useStaffQuery('/api/staff/today', { refetchEvery: NEWS_EVERY })
  const role = useSession()?.account.role
  return (
    <Page title="Heute" isFlush>
      <Desk today={today.data} parts={parts} />
      <div className="page-body">
        <News today={today.data} />
        <LatestReservations />
        {role === 'admin' && <MoneyBlock />}
        <TodayCharts charts={today.data?.charts} />
      </div>
    </Page>
  )
}

/** The queue with its pane; where there is no room beside it, the line opens as a sheet. */
function Desk({ today, parts }: { today: Today | undefined; parts: Parts }) {
  const queue = useQueue()
  const [isOpen, setOpen] = useState(false)
  const desk = useDesk(queue)
  const { bands, lines, index, moves, go, fold, commands } = desk
  return (
    <>
      <div className="queue-page">
        <section className="queue" aria-label="Zu erledigen" aria-busy={queue.isPending}>
          <QueueStrip queue={queue} />
          <NoticeLines today={today} />
          <div className="queue-scroll">
            {queue.error && !queue.data && (
              <LoadProblem error={queue.error} onRetry={queue.refetch} />
            )}
            {queue.data && lines.length === 0 && <Nothing queue={queue} today={today} />}
            <QueueRows
              {...{ bands, lines, index, moves }}
              onFold={fold}
              onFocus={(to) => {
                go(to)
                setOpen(true)
              }}
            />
          </div>
          <QueueFoot commands={commands} queue={queue} />
        </section>
        <Beside {...{ desk, queue, parts, isOpen }} onClose={() => setOpen(false)} />
      </div>
      <Suspense>
        {desk.line && commands.isAsking && <EndDialog line={desk.line} commands={commands} />}
      </Suspense>
    </>
  )
}

interface BesideProps {
  desk: DeskState
  queue: Queue
  parts: Parts
  isOpen: boolean
  onClose: () => void
}

function Beside({ desk, queue, parts, isOpen, onClose }: BesideProps) {
  const isBeside = useMediaQuery('(min-width: 64.01rem)')
  const { shown, line, commands } = desk
  const data = queue.data?.data ?? []
  const number = (queue.page - 1) * PER_PAGE + (line ? data.indexOf(line) : 0) + 1
  const pane = shown && (
    <QueuePane
      line={shown}
      place={`Aufgabe ${formatNumber(number)} von ${formatNumber(queue.data?.total ?? 0)}`}
      next={desk.next}
      isGone={!line}
      onNext={() => desk.move(1)}
      {...{ commands, parts }}
    />
  )
  return (
    <aside className="queue-side" aria-label="Einzelheiten">
      {isBeside && pane}
      <FocusedPark park={shown?.park_id ?? null} ringed={shown?.spot_number ?? null} />
      {!isBeside && (
        <Drawer
          anchor="bottom"
          open={isOpen && shown !== undefined}
          onClose={onClose}
          slotProps={{
            paper: { className: 'queue-sheet', 'aria-label': 'Aufgabe', role: 'dialog' },
          }}
        >
          <button type="button" className="text-button" onClick={onClose}>
            Schließen
          </button>
          {pane}
        </Drawer>
      )}
    </aside>
  )
}

function FocusedPark({ park, ringed }: { park: string | null; ringed: number | null }) {
  const { parks, pilot } = usePilot()
  const own = parks.find(({ id }) => id === park)
  const shown = own ?? pilot
  return <ParkMap park={shown} ringed={shown?.id === park ? ringed : null} />
}

function News({ today }: { today: Today | undefined }) {
  if (!today?.new_since_yesterday) return null
  return (
    <p className="flush">
      <Link to={newPath()}>
        {formatNumber(today.new_since_yesterday)} {newWords(today.new_since_yesterday)}
      </Link>{' '}
      seit gestern
    </p>
  )
}

const EMPTY: Record<Queue['whose'], string> = {
  mine: 'Bei Ihnen liegt gerade nichts. Unter „Frei“ stehen Aufgaben, die noch niemand hat.',
  team: 'Alles erledigt. Keine Mail hängt, nichts ist doppelt, nichts ist fällig.',
  free: 'Keine Aufgabe ist frei.',
  snoozed: 'Nichts ist zurückgestellt.',
  escalated: 'Nichts ist so lange überfällig, dass es gemeldet werden muss.',
}

function Nothing({ queue, today }: { queue: Queue; today: Today | undefined }) {
  if (queue.kind)
    return (
      <p className="nothing">
        Von dieser Art steht hier nichts.{' '}
        <button type="button" className="text-button" onClick={() => queue.show({ kind: null })}>
          Alle Arten zeigen
        </button>
      </p>
    )
  const isTeam = queue.whose === 'team'
  const hasSetup = isTeam && (today?.setup?.open.length ?? 0) > 0
  return (
    <p className="nothing">
      {hasSetup ? 'Gerade nichts. Was noch einzurichten ist, steht oben.' : EMPTY[queue.whose]}
    </p>
  )
}

/** Whose lines are shown, and of which kind; both stand in the address. */
function QueueStrip({ queue }: { queue: Queue }) {
  const isAdmin = useSession()?.account.role === 'admin'
  const { data, whose, kind, show } = queue
  const kinds = data?.kinds ?? []
  return (
    <div className="queue-strip">
      <fieldset className="queue-tabs">
        <legend className="visually-hidden">Wessen Aufgaben</legend>
        {TABS.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map((tab) => (
          <button
            key={tab.whose}
            type="button"
            aria-pressed={tab.whose === whose}
            onClick={() => show({ whose: tab.whose })}
          >
            {tab.label}{' '}
            <span className="tabular">{data ? formatNumber(data.counts[tab.whose]) : '…'}</span>
          </button>
        ))}
      </fieldset>
      <select
        className="choice queue-kind"
        aria-label="Art der Aufgabe"
        value={kind ?? ''}
        onChange={(event) => show({ kind: event.target.value || null })}
      >
        <option value="">Alle Arten</option>
        {kind && !kinds.some(({ name }) => name === kind) && (
          <option value={kind}>Diese Art</option>
        )}
        {kinds.map(({ name, label, count }) => (
          <option key={name} value={name}>
            {label} ({formatNumber(count)})
          </option>
        ))}
      </select>
      {kind === 'letter' && (
        <PrintLetters count={kinds.find(({ name }) => name === kind)?.count ?? 0} />
      )}
      {data && (
        <span className="queue-done tiny muted">
          Erledigt heute <b className="tabular">{formatNumber(data.counts.done_today)}</b>
        </span>
      )}
    </div>
  )
}

/** Alerts, files of costs and what the installation lacks, in one line each; nothing while there is nothing. */
function NoticeLines({ today }: { today: Today | undefined }) {
  const { data } = useStaffQuery('/api/staff/alerts', { refetchEvery: NEWS_EVERY })
  const alerts = unnoted(data)
  const [first] = alerts
  const setup = today?.setup
  const open = setup?.open ?? []
  const files = today?.cost_files ?? 0
  return (
    <>
      {setup && open.length > 0 && (
        <section
          className="notice-line"
          data-tone="due"
          aria-label={`${open.length} von ${setup.total} Prüfungen offen`}
        >
          <b>
            {open.length} von {setup.total} Prüfungen offen:
          </b>
          <span className="notice-words">{open.join(', ')}.</span>
          <Link to="/state">Zustand</Link>
        </section>
      )}
      {first && (
        <section className="notice-line" aria-label="Hinweise">
          <b>{counted(alerts.length, 'Ein Hinweis:', 'Hinweise:')}</b>
          <span className="notice-words">{first.headline}.</span>
          <Link to="/alerts">Zu den Hinweisen</Link>
        </section>
      )}
      {files > 0 && (
        <section className="notice-line" aria-label="Kostendateien">
          <b>
            {formatNumber(files)} {costWords(files)}:
          </b>
          <span className="notice-words">
            {files === 1 ? 'Sie zählt' : 'Sie zählen'} erst nach dem Übernehmen.
          </span>
          <Link to="/costs">Prüfen</Link>
        </section>
      )}
      {data?.is_late && (
        <p className="notice-line" data-tone="due">
          Seit einer Weile wird nicht mehr geprüft, ob etwas zu melden ist.
        </p>
      )}
    </>
  )
}
