import Button from '@mui/material/Button'
import { useState } from 'react'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber, formatShare } from '@/lib/format'
import type { Park } from '@/ui/park/capacity'
import { InvitationDialog } from './InvitationDialog'

type Invitations = Schemas['InvitationsOut']

type Count = Exclude<keyof Invitations, 'may_invite'>

/** The way to the contract: each step is a part of the one before. */
const STEPS: readonly (readonly [Count, string])[] = [
  ['invited', 'Eingeladen'],
  ['decided', 'Anteil festgelegt'],
  ['ordered', 'Bestellt'],
  ['contracted', 'Vertrag geschlossen'],
]

/** Who is not on it, or not any more. */
const BESIDE: readonly (readonly [Count, string])[] = [
  ['ready', 'Noch einzuladen'],
  ['passed_over', 'Vorerst übergangen'],
  ['unanswered', 'Noch ohne Antwort'],
  ['lapsed', 'Einladung abgelaufen'],
  ['declined', 'Abgelehnt'],
]

/** How many were invited and what came of it, and the way to invite the next. */
export function ParkInvitations({ park }: { park: Park }) {
  const [isAsking, setAsking] = useState(false)
  const { data } = useStaffQuery('/api/staff/parks/{park}/invitations', {
    params: { path: { park: park.id } },
    refetchEvery: NEWS_EVERY,
  })
  // Nothing to say of a park that invites nobody yet.
  if (!data || (!data.may_invite && data.invited === 0)) return null
  return (
    <section className="sheet" aria-labelledby="park-invitations">
      <div className="head-row">
        <h2 id="park-invitations">Einladungen zum Vertrag</h2>
        {data.may_invite && data.ready > 0 && (
          <Button variant="outlined" onClick={() => setAsking(true)}>
            Die nächsten einladen
          </Button>
        )}
      </div>
      <dl className="park-steps">
        {data.invited > 0 &&
          STEPS.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className="number">
                {formatNumber(data[name])}
                {name !== 'invited' && <small> {formatShare(data[name] / data.invited, 0)}</small>}
              </dd>
            </div>
          ))}
        {BESIDE.filter(([name]) => data[name] > 0).map(([name, label]) => (
          <div key={name} className="muted">
            <dt>{label}</dt>
            <dd className="number">{formatNumber(data[name])}</dd>
          </div>
        ))}
      </dl>
      {data.passed_over > 0 && (
        <p className="small muted">
          Übergangen wird, wessen Adresse nicht bestätigt oder wessen Kartenprüfung gescheitert ist.
        </p>
      )}
      {isAsking && (
        <InvitationDialog park={park} ready={data.ready} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}
