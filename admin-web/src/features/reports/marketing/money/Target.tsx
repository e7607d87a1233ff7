import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatMoment } from '@/lib/format'
import { germanCents, typedEuros } from '@/lib/germanNumber'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
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
  const { data } = useStaffQuery('/api/staff/contract-target')
  return (
    <EditDialog
      title="Was darf ein Vertrag kosten?"
      button="Festlegen"
      start={{ cents: cents === null ? '' : typedEuros(cents) }}
      check={(typed) => {
        const wished = germanCents(typed.cents) ?? 0
        const isWrong = wished < 100 || wished > 10_000_000
        return { cents: isWrong && 'Bitte geben Sie einen Betrag von 1 bis 100.000 € ein.' }
      }}
      save={(call, typed) =>
        call('put', '/api/staff/contract-target', {
          body: { cents: germanCents(typed.cents) ?? 0 },
        })
      }
      renews={['contract-target', 'reports']}
      done="Das Ziel ist festgelegt."
      onClose={onClose}
    >
      <TextInput source="cents" label="Höchstens, in €" autoFocus html={{ inputMode: 'decimal' }} />
      <p className="tiny muted">
        Es gilt für alle, auch für Berichte, die regelmäßig verschickt werden. Festgehaltene
        Ergebnisse bleiben, wie sie waren.
        {data?.set_at &&
          ` Zuletzt festgelegt von ${data.set_by_name ?? 'einem früheren Konto'} am ${formatMoment(data.set_at)}.`}
      </p>
    </EditDialog>
  )
}
