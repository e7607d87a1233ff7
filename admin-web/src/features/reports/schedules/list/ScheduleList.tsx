import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { firstRunWords } from '@/ui/fields/nextRun'
import { ShapeMark } from '@/ui/fields/StateMark'
import { NarrowTable } from '@/ui/list/NarrowTable'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { isMoving } from '../runs/runWords'
import { ScheduledRunMark } from '../runs/ScheduledRunMark'
import { type Schedule, showPath } from '../schedule'
import { Offers } from './Offers'
import { ScheduleItem } from './ScheduleItem'

/** How often a page looks again while something is under way, in milliseconds. */
export const LOOK_AGAIN = 3_000

/** Every report that arrives by itself: what became of the last one, and when the next one comes. */
export function ScheduleList() {
  const { data, error, refetch } = useStaffQuery('/api/staff/report-schedules', {
    refetchEvery: (list) => list?.data.some(isUnderWay) && LOOK_AGAIN,
  })
  const schedules = data?.data
  return (
    <>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {schedules && schedules.length > 0 && (
        <Section title={countWords(schedules)}>
          <Schedules schedules={inOrder(schedules)} />
        </Section>
      )}
      {schedules && <Offers isFirst={schedules.length === 0} />}
    </>
  )
}

function Schedules({ schedules }: { schedules: readonly Schedule[] }) {
  if (useIsNarrow())
    return (
      <NarrowTable
        label="Regelmäßige Berichte"
        rows={schedules}
        rowKey={({ id }) => id}
        rowPath={({ id }) => showPath(id)}
        narrow={narrowSchedule}
      />
    )
  return (
    <ul className="ruled schedules">
      {schedules.map((schedule) => (
        <ScheduleItem key={schedule.id} schedule={schedule} />
      ))}
    </ul>
  )
}

const isUnderWay = ({ last_run }: Schedule): boolean => last_run !== null && isMoving(last_run)

function countWords(schedules: readonly Schedule[]): string {
  const paused = schedules.filter(({ state }) => state === 'paused').length
  const all = `Regelmäßig: ${counted(schedules.length, '1 Bericht', 'Berichte')}`
  return paused > 0 ? `${all}, davon ${paused} angehalten` : all
}

/** What needs attention first, then what comes next. */
function inOrder(schedules: readonly Schedule[]): Schedule[] {
  const rank = (schedule: Schedule) =>
    schedule.state === 'paused' ? 0 : needsLook(schedule) ? 1 : 2
  return [...schedules].sort(
    (one, other) =>
      rank(one) - rank(other) || (one.next[0]?.at ?? '').localeCompare(other.next[0]?.at ?? ''),
  )
}

const needsLook = ({ last_run, owner }: Schedule): boolean =>
  !owner.is_entitled || last_run?.state === 'failed' || last_run?.state === 'delivery_failed'

/** A schedule on a phone: what became of the last run and when the next one comes; its page has the rest. */
function narrowSchedule(schedule: Schedule): NarrowRowParts {
  const { name, timing_words, paused, last_run, next, zone } = schedule
  return {
    title: name,
    meta: paused ? paused.reason : timing_words,
    aside: paused ? (
      <ShapeMark shape="paused" label="Angehalten" />
    ) : (
      last_run && <ScheduledRunMark run={last_run} />
    ),
    asideMeta: !paused && firstRunWords(next, zone),
  }
}
