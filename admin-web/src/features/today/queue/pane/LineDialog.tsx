import { QuestionDialog } from '@/ui/form/QuestionDialog'
import type { Commands } from '../useCommands'
import type { Line } from '../work'

/** Before a line ends for good, with what follows from it. Enter alone confirms nothing. */
export function LineDialog({ line, commands }: { line: Line; commands: Commands }) {
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
