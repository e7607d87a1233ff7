import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSettled } from '@/lib/useSettled'
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
  const state = useCorrection('move_spot', record, onClose, USUAL_REASON)
  const [park, setPark] = useState(record.park)
  const [text, setText] = useState('')
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
  const preview = useMovePreview(record, park, useSettled(number, REST), state.notifying.notify)
  const refusal = preview.error ? errorWords(preview.error) : preview.data?.refusal?.detail
  const isCurrent = number !== null && preview.data !== undefined && !preview.isFetching
  const perform = () =>
    state.perform((body) =>
      state.run('post', '/api/staff/reservations/{reservation_id}/spot', {
        params: { path: { reservation_id: record.id } },
        body: { ...body, park, spot_number: number ?? 0 },
      }),
    )
  return (
    <CorrectionDialog
      name="move_spot"
      state={state}
      consequences={number === null ? undefined : preview.data?.consequences}
      refusal={number === null ? null : (refusal ?? null)}
      isReady={isCurrent && !refusal}
      isWide
      onClose={onClose}
      onSubmit={perform}
    >
      <div className="move-choices">
        <ParkChoice
          value={park}
          onChange={(other) => {
            setPark(other)
            setText('')
          }}
        />
        <NumberInput text={text} isNumber={number !== null} onText={setText} />
      </div>
      <SpotChoice
        park={park}
        own={park === record.park ? record.spot_number : null}
        chosen={number}
        onChoose={(one) => setText(String(one))}
      />
    </CorrectionDialog>
  )
}

interface NumberInputProps {
  text: string
  isNumber: boolean
  onText: (text: string) => void
}

function NumberInput({ text, isNumber, onText }: NumberInputProps) {
  const isWrong = text.trim() !== '' && !isNumber
  return (
    <TextField
      label="Neuer Platz"
      value={text}
      onChange={({ target }) => onText(target.value)}
      error={isWrong}
      helperText={
        isWrong ? 'Bitte geben Sie die Nummer des Platzes an.' : 'Im Bild wählen oder eintippen.'
      }
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6, autoComplete: 'off' } }}
    />
  )
}

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
