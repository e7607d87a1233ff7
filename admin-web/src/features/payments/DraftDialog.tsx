import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput } from '@/ui/form/inputs'
import { KINDS, RENEWED, type Run, sumWords } from './payment'

interface Typed {
  kind: Run['kind']
  on: string
}

/** Which file, and what it would hold. */
export function DraftDialog({ onClose }: { onClose: () => void }) {
  return (
    <EditDialog
      title="Datei für die Bank entwerfen"
      button="Entwerfen"
      start={{ kind: 'debit', on: berlinDay() } as Typed}
      save={(call, body) => call('post', '/api/staff/bank/runs', { body })}
      renews={RENEWED}
      done="Entworfen. Eine zweite Person gibt die Datei frei."
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <RadioInput source="kind" legend="Was hineinkommt" options={OPTIONS} />
          <TextInput
            source="on"
            label="Tag"
            hint={
              form.kind === 'debit'
                ? 'Alle Einzüge, die bis dahin angekündigt sind.'
                : 'An ihm führt die Bank die Überweisungen aus.'
            }
            type="date"
            required
          />
          <Preview typed={form} />
        </>
      )}
    </EditDialog>
  )
}

const OPTIONS = [
  { name: 'debit', label: KINDS.debit, meaning: 'Angekündigte Beträge einziehen' },
  { name: 'refund', label: KINDS.refund, meaning: 'Erstattungen, die wir schulden' },
] as const

function Preview({ typed }: { typed: Typed }) {
  const { data } = useStaffQuery('/api/staff/bank/runs/preview', {
    params: { query: typed },
    isEnabled: typed.on !== '',
  })
  if (!data) return null
  const without = data.without_account.length
  return (
    <p role="status" className="flush">
      {data.lines.length === 0
        ? 'Für diesen Tag gibt es nichts.'
        : `${sumWords(data.lines.length, data.total_cents)}.`}
      {without > 0 &&
        ` ${counted(without, 'Einer Erstattung fehlt', 'Erstattungen fehlt')} das Konto; bitte fragen Sie danach.`}
    </p>
  )
}
