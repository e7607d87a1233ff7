import { germanCents, typedEuros } from '@/lib/germanNumber'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { RefundInputs } from '@/ui/form/RefundInputs'
import type { Commands } from '../useCommands'
import { type Line, placeOf } from '../work'

interface EndDialogProps {
  line: Line
  commands: Commands
}

/** Before a line ends that has more to say: the refund that was made, or what follows from it. */
export const EndDialog = (props: EndDialogProps) =>
  props.line.act === 'refund' ? <RefundDialog {...props} /> : <FinalDialog {...props} />

/** With what follows from it. Enter alone confirms nothing. */
function FinalDialog({ line, commands }: EndDialogProps) {
  return (
    <QuestionDialog
      title={`${line.step_words}: ${line.title}`}
      button={line.step_words}
      problem={null}
      isRunning={commands.isRunning}
      onClose={commands.closeQuestion}
      onConfirm={commands.confirm}
    >
      <p>
        {line.detail}
        {line.detail.endsWith('.') ? ' ' : '. '}
        {line.step_sentence}
      </p>
    </QuestionDialog>
  )
}

function RefundDialog({ line, commands }: EndDialogProps) {
  const { kind, subject_id, version } = placeOf(line)
  return (
    <EditDialog
      title={`${line.step_words}: ${line.title}`}
      button={line.step_words}
      color="secondary"
      schema="DoneIn"
      isWhole
      start={{
        cents: line.owed_cents === null ? '' : typedEuros(line.owed_cents),
        day: berlinDay(),
        reference: '',
      }}
      save={(call, { cents, day, reference }) =>
        call('post', '/api/staff/work-lines/{kind}/{subject_id}/done', {
          params: { path: { kind, subject_id } },
          body: { version, cents: germanCents(cents), day, reference },
        })
      }
      renews={['work-lines', 'reservations', 'declarations']}
      onSaved={(done) => {
        commands.closeQuestion()
        if (done) commands.finished(line, done)
      }}
      onClose={commands.closeQuestion}
    >
      <p className="flush">
        {line.detail}. Gebucht wird hier nichts. {line.step_sentence}
      </p>
      <RefundInputs />
    </EditDialog>
  )
}
