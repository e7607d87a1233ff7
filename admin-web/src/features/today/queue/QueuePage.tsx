import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { LatestReservations } from '../figures/LatestReservations'
import { TodayCharts } from '../TodayCharts'
import { newPath, newWords, type Today } from '../today'
import { usePilot } from '../usePilot'
import { AssignMenu } from './AssignMenu'
import { NoticeLines } from './NoticeLine'
import { ParkMap } from './ParkMap'
import { LineDialog } from './pane/LineDialog'
import { QueuePane } from './pane/QueuePane'
import { QueueFoot } from './QueueFoot'
import { QueueRows } from './QueueRows'
import { QueueStrip } from './QueueStrip'
import { type Commands, useCommands } from './useCommands'
import { PER_PAGE, type Queue, useFocusedLine, useQueue } from './useQueue'
import { useQueueKeys } from './useQueueKeys'
import { grouped, type Line } from './work'
import '@/ui/fields/presence.css'
import './queue.css'

/** The start page of the desk: what is to be done, the focused line beside it; figures below. */
export function QueuePage() {
  const today = useStaffQuery('/api/staff/today', { refetchEvery: NEWS_EVERY })
  return (
    <Page title="Heute" isFlush>
      <Desk today={today.data} />
      <div className="page-body">
        <News today={today.data} />
        <LatestReservations />
        <TodayCharts charts={today.data?.charts} />
      </div>
    </Page>
  )
}

/** The queue with its pane; where there is no room beside it, the line opens as a sheet. */
function Desk({ today }: { today: Today | undefined }) {
  const queue = useQueue()
  const [isOpen, setOpen] = useState(false)
  // In the order in which they stand: a row is where `j` expects it.
  const lines = grouped(queue.data?.data ?? []).flatMap(([, found]) => found)
  const { line, index, go } = useFocusedLine(lines)
  const commands = useCommands(line, queue.data)
  const moves = useQueueKeys(index, go, commands.perform)
  const rows = (
    <QueueRows
      lines={lines}
      index={index}
      moves={moves}
      onFocus={(to) => {
        go(to)
        setOpen(true)
      }}
    />
  )
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
            {rows}
          </div>
          <QueueFoot commands={commands} queue={queue} />
        </section>
        <Beside
          {...{ line, lines, index, queue, commands, isOpen }}
          onClose={() => setOpen(false)}
        />
      </div>
      {line && commands.isAsking && <LineDialog line={line} commands={commands} />}
      <AssignMenu
        anchor={commands.isChoosing ? commands.assignButton.current : null}
        colleagues={commands.colleagues}
        onChoose={commands.give}
        onClose={commands.closeChoice}
      />
    </>
  )
}

interface BesideProps {
  line: Line | undefined
  lines: readonly Line[]
  index: number
  queue: Queue
  commands: Commands
  isOpen: boolean
  onClose: () => void
}

function Beside({ line, lines, index, queue, commands, isOpen, onClose }: BesideProps) {
  const isBeside = useMediaQuery('(min-width: 64.01rem)')
  const number = (queue.page - 1) * PER_PAGE + index + 1
  const pane = line && (
    <QueuePane
      line={line}
      place={`Aufgabe ${formatNumber(number)} von ${formatNumber(queue.data?.total ?? 0)}`}
      next={lines[index + 1]}
      commands={commands}
    />
  )
  return (
    <aside className="queue-side" aria-label="Einzelheiten">
      {isBeside && pane}
      <FocusedPark park={line?.park_id ?? null} ringed={line?.spot_number ?? null} />
      {!isBeside && (
        <Drawer
          anchor="bottom"
          open={isOpen && line !== undefined}
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
