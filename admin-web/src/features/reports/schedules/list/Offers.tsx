import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { type Timing, timingWords } from '@/lib/timingWords'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { NEW_PATH, type Offer } from '../schedule'
import { capitalised } from '../words'
import { Rhythm } from './Rhythm'

export const offerPath = ({ key }: Pick<Offer, 'key'>): string =>
  `${NEW_PATH}?offer=${encodeURIComponent(key)}`

/** Any other report, with nothing filled in. */
function FromNothing() {
  return (
    <li>
      <Rhythm timing={NEVER} />
      <div>
        <h3>Ein anderer Bericht</h3>
        <p>Jeder Bericht mit Ihren eigenen Angaben. Von seiner Seite aus kommen sie gleich mit.</p>
        <Button component={Link} to={NEW_PATH}>
          Von vorn beginnen
        </Button>
      </div>
    </li>
  )
}

const NEVER: Timing = { kind: 'weekly', time: '', weekdays: [], month_day: null, month: null }

/** Ready-made schedules to begin with: everything is filled in but the addresses. */
export function Offers({ isFirst }: { isFirst: boolean }) {
  const { data, error, refetch } = useStaffQuery('/api/staff/report-schedules/offers')
  if (error && !data) return <LoadProblem error={error} onRetry={refetch} />
  if (data?.data.length === 0) return null
  return (
    <Section title={isFirst ? 'Noch kommt kein Bericht von selbst' : 'Fertig zum Einrichten'}>
      <p className="muted flush">
        {isFirst
          ? 'Beginnen Sie mit einem davon. Alles lässt sich ändern, bevor etwas hinausgeht.'
          : 'Alles lässt sich ändern, bevor etwas hinausgeht.'}
      </p>
      <ul className="offers" aria-busy={!data}>
        {data?.data.map((offer) => (
          <li key={offer.key}>
            <Rhythm timing={offer.schedule.timing} />
            <div>
              <h3>{offer.title}</h3>
              <p>{offer.description}</p>
              <p className="muted tiny">
                {capitalised(timingWords(offer.schedule.timing, offer.schedule.zone))}
              </p>
              <Button component={Link} to={offerPath(offer)}>
                Einrichten<span className="visually-hidden"> {offer.title}</span>
              </Button>
            </div>
          </li>
        ))}
        {data && <FromNothing />}
      </ul>
    </Section>
  )
}
