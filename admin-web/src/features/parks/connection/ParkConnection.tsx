import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { counted, formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { parkTitle } from '@/ui/park/capacity'
import type { ParkDocument } from '../park'

/** The day on which the park went on the grid, and the administration's way to note it. */
export function ParkConnection({ park, mayChange }: { park: ParkDocument; mayChange: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { connected_on } = park
  return (
    <section className="sheet" aria-labelledby="connect-park">
      <div className="head-row">
        <h2 id="connect-park">Netzanschluss</h2>
        {mayChange && (
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {connected_on ? 'Tag ändern' : 'Tag eintragen'}
          </Button>
        )}
      </div>
      <p className={connected_on ? 'flush' : 'muted'}>
        {connected_on
          ? `Am Netz seit dem ${formatDay(connected_on)}.`
          : 'Noch nicht am Netz. Mit dem Tag beginnen die Laufzeiten der Verträge und ihre Zahlungen.'}
      </p>
      {isAsking && <ConnectionDialog park={park} onClose={() => setAsking(false)} />}
    </section>
  )
}

const CONSEQUENCES = [
  'Die Laufzeit von 20 Jahren beginnt für jeden Vertrag, dessen Widerrufsfrist vorbei ist. Diese Haushalte erhalten eine Mail.',
  'Verträge, die noch widerrufen werden können, beginnen von selbst nach ihrer Frist.',
  'Paketpreise und Raten werden fällig.',
  'Der Tag lässt sich ändern, bis die erste dieser Zahlungen gebucht ist.',
]

function ConnectionDialog({ park, onClose }: { park: ParkDocument; onClose: () => void }) {
  return (
    <EditDialog
      title={`Netzanschluss: ${parkTitle(park)}`}
      button="Eintragen"
      isDangerous
      maxWidth="sm"
      start={{ connected_on: park.connected_on ?? berlinDay() }}
      save={(call, body) =>
        call('post', '/api/staff/parks/{park}/connection', {
          params: { path: { park: park.id } },
          body,
        })
      }
      renews={['parks', 'reservations', 'contracts', 'today', 'mails']}
      done={connectedWords}
      codes={{ in_the_future: 'connected_on', already_connected: 'connected_on' }}
      onClose={onClose}
    >
      <ConsequenceList sentences={CONSEQUENCES} />
      <TextInput source="connected_on" label="Tag des Netzanschlusses" type="date" required />
    </EditDialog>
  )
}

/** „Eingetragen. 37 Verträge beginnen, 5 folgen nach der Widerrufsfrist.“ */
export function connectedWords({ begun, later }: Schemas['ConnectedOut']): string {
  const first = begun
    ? counted(begun, 'Ein Vertrag beginnt', 'Verträge beginnen')
    : 'Noch beginnt kein Vertrag'
  const then = later && `, ${counted(later, 'einer folgt', 'folgen')} nach der Widerrufsfrist`
  return `Eingetragen. ${first}${then || ''}.`
}
