import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ListAnswer } from '@/api/dataProvider'
import { useStaffQuery } from '@/api/old/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { LOOK_AGAIN } from '../list/ScheduleList'
import type { Schedule, ScheduledRun } from '../schedule'
import { RunItem } from './RunItem'
import { isMoving } from './runWords'

const FIRST = 10
const MOST = 100

/** Every run, the latest first; looked at again as long as one of them is under way. */
export function RunHistory({ schedule }: { schedule: Schedule }) {
  const [size, setSize] = useState(FIRST)
  const path = `report-schedules/${schedule.id}/runs?page=1&per_page=${size}`
  const { data, error, refetch } = useStaffQuery<ListAnswer<ScheduledRun>>(path)
  const isUnderWay = data?.data.some(isMoving) ?? false
  useStaffQuery(path, isUnderWay ? { refetchEvery: LOOK_AGAIN } : {})
  return (
    <Section title="Bisherige Läufe">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data?.data.length === 0 && (
        <p className="muted flush">
          Noch keiner. Mit „Probe an mich senden“ sehen Sie, was ankommt.
        </p>
      )}
      {data && data.data.length > 0 && (
        <ol className="ruled runs" aria-busy={isUnderWay}>
          {data.data.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ol>
      )}
      {data?.has_next && size < MOST && (
        <Button onClick={() => setSize(MOST)}>Frühere zeigen</Button>
      )}
    </Section>
  )
}
