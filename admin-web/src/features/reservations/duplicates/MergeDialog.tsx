import { useRefresh } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { formatMoment } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'

interface MergeDialogProps {
  ids: number[]
  /** The earliest first, where they are known. */
  members?: ReservationRow[]
  onClose: () => void
}

/** Makes one of several reservations of a household: the one that is chosen keeps its spot and its package. */
export function MergeDialog({ ids, members = [], onClose }: MergeDialogProps) {
  const refresh = useRefresh()
  const navigate = useNavigate()
  return (
    <EditDialog
      title={`${ids.length} Reservierungen zusammenführen`}
      button="Zusammenführen"
      color="secondary"
      maxWidth="sm"
      schema="MergeIn"
      start={{ kept_id: members[0]?.id ?? null, reason: '' }}
      save={(call, typed) =>
        call('post', '/api/staff/reservations/merge', { body: { ids, ...typed } })
      }
      done="Zusammengeführt."
      onSaved={(kept) => {
        onClose()
        refresh()
        if (kept) navigate(showPath(kept))
      }}
      onClose={onClose}
    >
      {({ form }) => (
        <>
          {members.length > 0 && (
            <RadioInput source="kept_id" legend="Welche bleibt?" options={members.map(optionOf)} />
          )}
          <Consequences members={members} keptId={form.kept_id} />
          <TextInput
            source="reason"
            label="Grund"
            hint="Steht danach im Verlauf aller Reservierungen."
            required
            autoFocus
            minRows={2}
          />
        </>
      )}
    </EditDialog>
  )
}

/** Place and package, to tell them apart. */
const optionOf = ({
  id,
  reference,
  spot_number,
  annual_kwh,
  payment_plan,
  created_at,
}: ReservationRow) => ({
  name: id,
  label: `${reference ?? 'Reservierung'}, Platz ${spot_number}`,
  meaning: `${packageName(annual_kwh)}, ${planName(payment_plan)}; eingegangen ${formatMoment(created_at)}`,
})

interface ConsequencesProps {
  members: readonly ReservationRow[]
  keptId: number | null
}

function Consequences({ members, keptId }: ConsequencesProps) {
  const kept = members.find(({ id }) => id === keptId)
  const others = members.filter(({ id }) => id !== keptId)
  const only = others.length === 1 ? others[0] : undefined
  const sentences = [
    kept
      ? `${kept.reference ?? 'Sie'} behält Platz ${kept.spot_number} und ihr Paket, dazu kommen Notizen und Merkmale.`
      : 'Die früheste behält ihren Platz und ihr Paket, dazu kommen Notizen und Merkmale der anderen.',
    only
      ? `${only.reference ?? 'Die andere'} wird storniert. Platz ${only.spot_number} bleibt 24 Stunden gesperrt und wird dann frei.`
      : 'Die anderen werden storniert. Ihre Plätze bleiben 24 Stunden gesperrt und werden dann frei.',
    ...(hasOnePackage(members)
      ? []
      : ['Soll das Paket einer anderen gelten, ändern Sie danach den Anteil der bleibenden.']),
    'Ist die Kartenprüfung dafür noch offen, entfällt sie; was abgebucht ist, ist noch zurückzugeben.',
    'Der Haushalt erhält in 10 Minuten eine Mail dazu.',
    'Rückgängig machen lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine berichtigende.',
  ]
  return (
    <div className="preview">
      <h3>Was passiert</h3>
      <ConsequenceList sentences={sentences} />
    </div>
  )
}

const hasOnePackage = (members: readonly ReservationRow[]): boolean =>
  new Set(members.map(({ annual_kwh, payment_plan }) => `${annual_kwh} ${payment_plan}`)).size <= 1
