import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSettled } from '@/lib/useSettled'
import { TextInput } from '@/ui/form/inputs'
import type { Park } from '@/ui/park/capacity'
import { SpotChoice } from '@/ui/park/SpotChoice'
import { USUAL_REASON } from '../../../operations/ReasonInput'
import type { Reservation } from '../../../types'
import { CorrectionDialog } from './CorrectionDialog'
import { useCorrection } from './useCorrection'

interface MoveDialogProps {
  record: Reservation
  onClose: () => void
}

/** How long a typed number rests before the server is asked about it, in milliseconds. */
const REST = 200

/** Another free place, chosen on the picture of the park or typed. The commonest reason is there already. */
export function MoveDialog({ record, onClose }: MoveDialogProps) {
  const edit = useCorrection({
    name: 'move_spot',
    record,
    start: { reason: USUAL_REASON, park: record.park, spot: '' },
    save: (call, { spot, ...body }) =>
      call('post', '/api/staff/reservations/{reservation_id}/spot', {
        params: { path: { reservation_id: record.id } },
        body: { ...body, spot_number: numberOf(spot) ?? 0 },
      }),
    onClose,
  })
  const { park, spot, notify } = edit.form
  const number = numberOf(spot)
  const preview = useMovePreview(record, park, useSettled(number, REST), notify)
  const refusal = preview.error ? errorWords(preview.error) : preview.data?.refusal?.detail
  const isCurrent = number !== null && preview.data !== undefined && !preview.isFetching
  return (
    <CorrectionDialog
      name="move_spot"
      edit={edit}
      consequences={number === null ? undefined : preview.data?.consequences}
      refusal={number === null ? null : (refusal ?? null)}
      isReady={isCurrent && !refusal}
      maxWidth="md"
      onClose={onClose}
    >
      <div className="move-choices">
        <ParkChoice value={park} onChange={(other) => edit.type({ park: other, spot: '' })} />
        <NumberInput isWrong={spot.trim() !== '' && number === null} />
      </div>
      <SpotChoice
        park={park}
        own={park === record.park ? record.spot_number : null}
        chosen={number}
        onChoose={(one) => edit.type({ spot: String(one) })}
      />
    </CorrectionDialog>
  )
}

const numberOf = (spot: string) => (/^\d{1,6}$/.test(spot.trim()) ? Number(spot) : null)

const NumberInput = ({ isWrong }: { isWrong: boolean }) => (
  <TextInput
    source="spot"
    label="Neuer Platz"
    error={isWrong}
    hint={isWrong ? 'Bitte geben Sie die Nummer des Platzes an.' : 'Im Bild wählen oder eintippen.'}
    html={{ inputMode: 'numeric', maxLength: 6 }}
  />
)

function useMovePreview(record: Reservation, park: string, number: number | null, notify: boolean) {
  const call = useCall()
  const { id, version } = record
  return useQuery({
    queryKey: ['correction-preview', 'spot', id, version, park, number, notify],
    queryFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/spot/preview', {
        params: { path: { reservation_id: id } },
        body: { park, spot_number: number ?? 0, notify },
      }),
    enabled: number !== null && number > 0,
    gcTime: 0,
    retry: false,
  })
}

interface ParkChoiceProps {
  value: string
  onChange: (park: string) => void
}

/** Its own park, and those that sell. */
function ParkChoice({ value, onChange }: ParkChoiceProps) {
  const parks: Park[] = useStaffQuery('/api/staff/parks').data?.data ?? []
  const sells = ({ cancelled_at, paused_at, spot_limit }: Park) =>
    cancelled_at === null && paused_at === null && spot_limit > 0
  const offered = parks.filter((park) => park.id === value || sells(park))
  if (offered.length < 2) return null
  return (
    <TextField
      select
      label="Solarpark"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {offered.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
