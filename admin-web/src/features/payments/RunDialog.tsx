import { useStaffQuery } from '@/api/useStaffQuery'
import { MoneyField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { Payer } from './Payer'
import { KINDS, RENEWED, type Run, type RunLine, sumWords } from './payment'

export const STEPS = {
  release: {
    button: 'Freigeben',
    words: 'Damit entsteht die Datei für die Bank. Bitte sehen Sie die Posten vorher durch.',
    done: 'Freigegeben. Laden Sie die Datei, und geben Sie sie der Bank.',
  },
  send: {
    button: 'An die Bank gegeben',
    words:
      'Vermerken Sie das erst, wenn die Bank die Datei angenommen hat. Verwerfen lässt sie sich dann nicht mehr.',
    done: 'Vermerkt. Was die Bank damit tut, steht im nächsten Kontoauszug.',
  },
  discard: {
    button: 'Verwerfen',
    words:
      'Die Posten stehen danach wieder für eine neue Datei bereit. Verwerfen Sie nur, was die Bank nicht hat.',
    done: 'Verworfen.',
  },
} as const

export type RunStep = keyof typeof STEPS

export const LINE_COLUMNS: PlainColumn<RunLine>[] = [
  {
    label: 'Konto',
    render: ({ payer, holder, last_four }) => (
      <Payer payer={payer} name={holder} lastFour={last_four} />
    ),
  },
  {
    label: 'Betrag',
    isNumeric: true,
    render: ({ amount_cents }) => <MoneyField cents={amount_cents} />,
  },
]

interface RunDialogProps {
  run: Run
  step: RunStep
  onClose: () => void
}

/** Asks once more, with all that the file holds. */
export function RunDialog({ run, step, onClose }: RunDialogProps) {
  const { button, words, done } = STEPS[step]
  const { data } = useStaffQuery('/api/staff/bank/runs/{run_id}', {
    params: { path: { run_id: run.id } },
  })
  return (
    <EditDialog
      title={`${KINDS[run.kind]}: ${button}`}
      button={button}
      isDangerous
      maxWidth="sm"
      save={(call) =>
        call('post', `/api/staff/bank/runs/{run_id}/${step}`, {
          params: { path: { run_id: run.id } },
        })
      }
      renews={RENEWED}
      done={done}
      onClose={onClose}
    >
      <p className="flush">{words}</p>
      <p className="flush">{sumWords(run.line_count, run.total_cents)}.</p>
      {data && (
        <PlainTable
          label="Posten der Datei"
          columns={LINE_COLUMNS}
          rows={data.lines}
          rowKey={({ id, end_to_end_id }) => id ?? end_to_end_id}
        />
      )}
    </EditDialog>
  )
}
