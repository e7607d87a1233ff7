import Button from '@mui/material/Button'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ENTRY_STATES } from '@/lib/states'
import { ParkName } from '@/ui/fields/ParkName'
import { ShapeMark } from '@/ui/fields/StateMark'
import { History } from '@/ui/record/History'
import { NoRecord } from '@/ui/record/NoRecord'
import { RecordHead, RecordPage } from '@/ui/record/RecordPage'
import { EntryFacts } from './EntryFacts'
import { StepDialog } from './StepDialog'
import { actorWords, type Entry, eventWords, STEPS, type StepName } from './waiting'
import './waitingList.css'

const LIST = { to: '/waiting-list', label: 'Warteliste' }

/** One household on the list: where it stands, what can be done, and what happened so far. */
export function WaitingShow() {
  const id = Number(useParams().id)
  const {
    data: entry,
    error,
    refetch,
  } = useStaffQuery('/api/staff/waiting-list/{entry_id}', {
    params: { path: { entry_id: id } },
    refetchEvery: NEWS_EVERY,
  })
  if (!entry) return <NoRecord list={LIST} title="Eintrag" error={error} onRetry={refetch} />
  return (
    <RecordPage list={LIST} head={<Head entry={entry} />} side={<EntryFacts entry={entry} />}>
      <History
        entries={entry.history.map((event) => ({
          key: `${event.at} ${event.action} ${JSON.stringify(event.details)}`,
          at: event.at,
          words: eventWords(event),
          by: actorWords(event),
          reason: event.reason,
        }))}
      />
    </RecordPage>
  )
}

function Head({ entry }: { entry: Entry }) {
  const { name, park, position, state, steps } = entry
  const [asked, setAsked] = useState<StepName>()
  return (
    <RecordHead
      title={name}
      line={
        <>
          {position !== null && `Stelle ${position}, `}Solarpark <ParkName id={park} />
        </>
      }
      state={
        <span className="record-state">
          <ShapeMark {...ENTRY_STATES[state]} />
          {entry.is_skipped && <span className="marker">wird einmal ausgelassen</span>}
        </span>
      }
      actions={steps.map((step) => (
        <Button
          key={step}
          color={step === 'take_off' ? 'error' : 'primary'}
          onClick={() => setAsked(step)}
        >
          {STEPS[step].button}
        </Button>
      ))}
    >
      {asked && <StepDialog entry={entry} step={asked} onClose={() => setAsked(undefined)} />}
    </RecordHead>
  )
}
