import { useRefresh } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'

interface MergeDialogProps {
  ids: number[]
  /** The earliest first, where they are known. */
  members?: ReservationRow[]
  onClose: () => void
}

/** Makes one of several reservations of a household: the earliest keeps its spot. */
export function MergeDialog({ ids, members, onClose }: MergeDialogProps) {
  const refresh = useRefresh()
  const navigate = useNavigate()
  return (
    <EditDialog
      title={`${ids.length} Reservierungen zusammenführen`}
      button="Zusammenführen"
      color="secondary"
      maxWidth="sm"
      schema="MergeIn"
      start={{ reason: '' }}
      save={(call, { reason }) =>
        call('post', '/api/staff/reservations/merge', { body: { ids, reason } })
      }
      done="Zusammengeführt."
      onSaved={(kept) => {
        onClose()
        refresh()
        if (kept) navigate(showPath(kept))
      }}
      onClose={onClose}
    >
      <Consequences members={members} />
      <TextInput
        source="reason"
        label="Grund"
        hint="Steht danach im Verlauf aller Reservierungen."
        required
        minRows={2}
      />
    </EditDialog>
  )
}

function Consequences({ members }: { members: ReservationRow[] | undefined }) {
  const [kept, ...others] = members ?? []
  const only = others.length === 1 ? others[0] : undefined
  const sentences = [
    kept
      ? `${kept.reference ?? 'Die frühere'} behält Platz ${kept.spot_number}, dazu kommen Notizen und Merkmale.`
      : 'Die früheste behält ihren Platz, dazu kommen Notizen und Merkmale der späteren.',
    only
      ? `${only.reference ?? 'Die spätere'} wird storniert. Platz ${only.spot_number} bleibt 24 Stunden gesperrt und wird dann frei.`
      : 'Die späteren werden storniert. Ihre Plätze bleiben 24 Stunden gesperrt und werden dann frei.',
    'Was dafür zur Kartenprüfung vorgemerkt war, entfällt; was abgebucht ist, ist noch zurückzugeben.',
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
