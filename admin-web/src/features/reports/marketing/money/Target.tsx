import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatMoment } from '@/lib/format'
import { germanCents, typedEuros } from '@/lib/germanNumber'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { wholeEuros } from './money'

/** The line by which everything is judged, who drew it, and a way to draw another. */
export function Target({ cents }: { cents: number | null }) {
  const { isKept } = useShownReport()
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="money-target flush">
      {cents === null ? (
        <span>Noch hat niemand festgelegt, was ein Vertrag kosten darf.</span>
      ) : (
        <span>
          Ziel: ein Vertrag kostet höchstens <b>{wholeEuros(cents)}</b>
        </span>
      )}
      {!isKept && (
        <Button
          className="no-print"
          variant={cents === null ? 'contained' : 'text'}
          onClick={() => setOpen(true)}
        >
          {cents === null ? 'Ziel festlegen' : 'Ziel ändern'}
        </Button>
      )}
      {isOpen && <TargetDialog cents={cents} onClose={() => setOpen(false)} />}
    </p>
  )
}

function TargetDialog({ cents, onClose }: { cents: number | null; onClose: () => void }) {
  const [euros, setEuros] = useState(cents === null ? '' : typedEuros(cents))
  const { data } = useStaffQuery('/api/staff/contract-target')
  const { save, isRunning, problem, errors } = useTargetSave(onClose)
  return (
    <FormDialog
      title="Was darf ein Vertrag kosten?"
      button="Festlegen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={() => save(euros)}
    >
      <TextInput
        label="Höchstens, in €"
        value={euros}
        onValue={setEuros}
        problem={errors.cents}
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      />
      <p className="tiny muted">
        Es gilt für alle, auch für Berichte, die regelmäßig verschickt werden. Festgehaltene
        Ergebnisse bleiben, wie sie waren.
        {data?.set_at &&
          ` Zuletzt festgelegt von ${data.set_by_name ?? 'einem früheren Konto'} am ${formatMoment(data.set_at)}.`}
      </p>
    </FormDialog>
  )
}

function useTargetSave(onSaved: () => void) {
  const { run, check, ...change } = useFormChange(['contract-target', 'reports'])
  const notify = useNotify()

  async function save(typed: string) {
    const cents = germanCents(typed)
    const isWrong = cents === null || cents < 100 || cents > 10_000_000
    if (!check(isWrong ? { cents: 'Bitte geben Sie einen Betrag von 1 bis 100.000 € ein.' } : {}))
      return
    const body = { cents: cents ?? 0 }
    if (!(await run('put', '/api/staff/contract-target', { body }))) return
    notify('Das Ziel ist festgelegt.', { type: 'success' })
    onSaved()
  }

  return { save, ...change }
}
