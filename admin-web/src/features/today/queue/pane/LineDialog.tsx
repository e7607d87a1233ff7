import { QuestionDialog } from '@/ui/form/QuestionDialog'
import type { Commands } from '../useCommands'
import type { Line } from '../work'

/** What ends the line, with what follows from it. */
export function LineDialog({ line, commands }: { line: Line; commands: Commands }) {
  return (
    <QuestionDialog
      title={`${line.verb}: ${line.title}`}
      button={line.step_words}
      problem={null}
      isReady={!line.is_final}
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
