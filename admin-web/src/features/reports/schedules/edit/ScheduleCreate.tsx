import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSession } from '@/session/session'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { inputOf, LIST_PATH, type ScheduleInput } from '../schedule'
import { useReports } from '../useReports'
import { EMPTY, readDraft } from './draft'
import { draftFromReport } from './fromReport'
import { ScheduleEditor } from './ScheduleEditor'
import { useScheduleEdit } from './useScheduleEdit'

/** A new schedule: from a ready-made one, from a report's page with what that shows, or from nothing. */
export function ScheduleCreate() {
  const start = useStart()
  return (
    <Page title="Regelmäßig senden" overline={<Link to={LIST_PATH}>Regelmäßige Berichte</Link>}>
      {'error' in start && <LoadProblem error={start.error} onRetry={start.again} />}
      {!('error' in start) && !start.draft && <Loading />}
      {!('error' in start) && start.draft && (
        <>
          {start.words && <p className="report-question">{start.words}</p>}
          <Form key={start.name} name={start.name} start={start.draft} />
        </>
      )}
    </Page>
  )
}

function Form({ name, start }: { name: string; start: ScheduleInput }) {
  return <ScheduleEditor edit={useScheduleEdit(name, start)} back={LIST_PATH} />
}

type Start =
  | { name: string; draft: ScheduleInput | null; words?: string | undefined }
  | { error: unknown; again: () => unknown }

/** What the form begins with, once it is known. The address says it, so that a reload keeps it. */
function useStart(): Start {
  const [search] = useSearchParams()
  const key = search.get('offer')
  const from = search.get('copy')
  const report = search.get('report')
  const own = useSession()?.account.email
  const offers = useStaffQuery('/api/staff/report-schedules/offers', { isEnabled: key !== null })
  const reports = useReports()
  const copied = useStaffQuery('/api/staff/report-schedules/{schedule_id}', {
    params: { path: { schedule_id: Number(from) } },
    isEnabled: from !== null,
  })
  const query = search.toString()
  const offer = offers.data?.data.find((one) => one.key === key)
  const info = reports.data?.data.find(({ name }) => name === report)
  const draft = useMemo(() => {
    const addressed = own ? [own] : []
    if (offer)
      return {
        ...offer.schedule,
        recipients: offer.schedule.recipients.length > 0 ? offer.schedule.recipients : addressed,
      }
    if (copied.data) return inputOf(copied.data)
    if (info)
      return {
        ...readDraft(draftFromReport(new URLSearchParams(query), info)).input,
        recipients: addressed,
      }
    return { ...EMPTY, recipients: addressed }
  }, [offer, copied.data, info, query, own])

  if (key !== null) {
    if (offers.error && !offers.data) return { error: offers.error, again: offers.refetch }
    return { name: key, draft: offers.data ? draft : null, words: offer?.description }
  }
  if (from !== null) {
    if (copied.error && !copied.data) return { error: copied.error, again: copied.refetch }
    return { name: `from ${from}`, draft: copied.data ? draft : null }
  }
  if (report !== null) {
    if (reports.error && !reports.data) return { error: reports.error, again: reports.refetch }
    return { name: query, draft: reports.data ? draft : null }
  }
  return { name: 'new', draft }
}
