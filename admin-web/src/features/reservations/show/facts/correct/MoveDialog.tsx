import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSettled } from '@/lib/useSettled'
import type { Park } from '@/ui/park/capacity'
import { SpotField } from '@/ui/park/SpotField'
import { type Run, SPOT_STATES, stateAt } from '@/ui/park/spotStates'
import { useGrid } from '@/ui/park/useGrid'
import type { Reservation } from '../../../types'
import { CorrectionDialog } from './CorrectionDialog'
import { useCorrection } from './useCorrection'
import '@/ui/park/capacity.css'

interface MoveDialogProps {
  record: Reservation
  onClose: () => void
}

/** How long a typed number rests before the server is asked about it, in milliseconds. */
const REST = 200

/** Another free place: pointed at on the picture of the park, or typed. */
export function MoveDialog({ record, onClose }: MoveDialogProps) {
  const state = useCorrection('move_spot', record, onClose)
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
      <ParkPicture
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

interface PictureProps {
  own: number | null
  chosen: number | null
  onChoose: (number: number) => void
}

function ParkPicture({ park, ...props }: PictureProps & { park: string }) {
  const { data, error } = useStaffQuery('/api/staff/parks/{park}/capacity', {
    params: { path: { park } },
  })
  if (data) return <Picture runs={data.runs} {...props} />
  return error && <p className="error-text">{errorWords(error)}</p>
}

/** The whole park, with what is free at full strength. */
function Picture({ runs, own, chosen, onChoose }: PictureProps & { runs: readonly Run[] }) {
  const grid = useGrid(runs)
  const [hovered, setHovered] = useState<number | null>(null)
  const free = runs.find(({ state }) => state === 'free')
  const isInPark = chosen !== null && chosen >= 1 && chosen <= grid.count
  const cursor = isInPark ? chosen : (own ?? free?.first ?? 1)
  const words = (number: number) => {
    const state = stateAt(runs, number)
    const spoken = state ? `, ${SPOT_STATES[state].spoken}` : ''
    return number === own ? `Platz ${number}, der bisherige` : `Platz ${number}${spoken}`
  }
  return (
    <div>
      <SpotField
        runs={runs}
        grid={grid}
        strong="free"
        cursor={cursor}
        cursorWords={words(cursor)}
        chosen={own === null ? [] : [own]}
        onPick={(number) => onChoose(number)}
        onHover={setHovered}
      />
      <p id="field-help" className="tiny muted">
        {words(hovered ?? cursor)}. Pfeiltasten gehen von Platz zu Platz.
      </p>
    </div>
  )
}
