import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
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

/**
 * Another place, chosen on the picture of the park or typed; one that another household has is exchanged for the own,
 * if both may. The commonest reason is there already.
 */
export function MoveDialog({ record, onClose }: MoveDialogProps) {
  const edit = useMove(record, onClose)
  const { park, spot, notify, swapWith } = edit.form
  const number = numberOf(spot)
  const preview = useMovePreview(record, park, useSettled(number, REST), notify)
  const swap = (number !== null && preview.data?.swap) || null
  const isSwap = swap !== null && swapWith === number
  const { consequences, refusal } = isSwap ? { consequences: swap } : found(preview)
  const isCurrent = number !== null && preview.data !== undefined && !preview.isFetching
  return (
    <CorrectionDialog
      name={isSwap ? 'swap_spots' : 'move_spot'}
      edit={edit}
      consequences={number === null ? undefined : consequences}
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
      {swap && (
        <FormControlLabel
          label={`Mit dem Haushalt auf Platz ${number} tauschen`}
          control={
            <Checkbox
              checked={isSwap}
              onChange={({ target }) => edit.type({ swapWith: target.checked ? number : null })}
            />
          }
        />
      )}
    </CorrectionDialog>
  )
}

/** `swapWith`: the place whose household agreed to exchange; of another number it says nothing. */
function useMove(record: Reservation, onClose: () => void) {
  return useCorrection({
    name: 'move_spot',
    record,
    start: { reason: USUAL_REASON, park: record.park, spot: '', swapWith: null as number | null },
    save: (call, { spot, swapWith, ...body }) => {
      const number = numberOf(spot) ?? 0
      const way = swapWith === number ? '/swap' : ''
      return call('post', `/api/staff/reservations/{reservation_id}/spot${way}`, {
        params: { path: { reservation_id: record.id } },
        body: { ...body, spot_number: number },
      })
    },
    onClose,
  })
}

const found = ({ data, error }: ReturnType<typeof useMovePreview>) => ({
  consequences: data?.consequences,
  refusal: error ? errorWords(error) : data?.refusal?.detail,
})

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
