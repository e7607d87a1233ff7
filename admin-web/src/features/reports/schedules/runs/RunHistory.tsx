import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { LOOK_AGAIN } from '../list/ScheduleList'
import type { Schedule } from '../schedule'
import { RunItem } from './RunItem'
import { isMoving } from './runWords'

const FIRST = 10
const MOST = 100

/** Every run, the latest first; looked at again as long as one of them is under way. */
export function RunHistory({ schedule }: { schedule: Schedule }) {
  const [size, setSize] = useState(FIRST)
  const params = { path: { schedule_id: schedule.id }, query: { page: 1, per_page: size } }
  const { data, error, refetch } = useStaffQuery('/api/staff/report-schedules/{schedule_id}/runs', {
    params,
    refetchEvery: (runs) => runs?.data.some(isMoving) && LOOK_AGAIN,
  })
  const isUnderWay = data?.data.some(isMoving) ?? false
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
