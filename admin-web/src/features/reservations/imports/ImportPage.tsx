import { useState } from 'react'
import { LeaveWarning } from '@/ui/form/LeaveWarning'
import { Page } from '@/ui/page/Page'
import { EnterStep } from './EnterStep'
import { FileStep } from './FileStep'
import { type Done, ImportDone, RefusedFile } from './ImportDone'
import { ImportList } from './ImportList'
import type { ListImport } from './listImport'
import { MappingStep } from './MappingStep'
import { PlanStep } from './PlanStep'
import { useListImport, withLine } from './useListImport'
import '@/ui/page/sheets.css'
import './imports.css'

/** Reservations from a list in four steps: the file, its columns, what would come of it, enter it. */
export function ImportPage() {
  const current = useListImport()
  const { file, choices, plan, problem, isChecking, sent, decide } = current
  const [done, setDone] = useState<Done | null>(null)

  function finish(made: ListImport) {
    if (sent) setDone({ made, sent })
    current.forget()
  }

  return (
    <Page title="Einlesen">
      {done && <ImportDone done={done} onUndone={() => setDone(null)} />}
      <FileStep
        file={file}
        sheet={choices.sheet}
        plan={plan}
        isReading={current.isReading}
        onFile={(chosen) => {
          setDone(null)
          void current.choose(chosen)
        }}
        onForget={current.forget}
        onSheet={(sheet) => decide({ sheet, mapping: null, nevertheless: [] })}
      />
      {problem && <FileProblem words={problem} />}
      {file && !plan && isChecking && (
        <p role="status" className="muted flush">
          Die Zeilen werden geprüft
        </p>
      )}
      {plan && sent && (
        <div className="import-work" aria-busy={isChecking}>
          <div className="import-steps">
            <MappingStep
              // Two changes may follow faster than the server's plan of the first.
              plan={{ ...plan, mapping: choices.mapping ?? plan.mapping }}
              onMapping={(mapping) => decide({ mapping })}
            />
            <PlanStep
              plan={plan}
              isChecking={isChecking}
              onNevertheless={(line, isEntered) =>
                decide({ nevertheless: withLine(choices.nevertheless, line, isEntered) })
              }
            />
          </div>
          <div className="import-aside">
            <EnterStep
              sent={sent}
              plan={plan}
              choices={choices}
              isChecking={isChecking || problem !== null}
              onChoices={decide}
              onCheck={current.check}
              onPlan={current.setPlan}
              onDone={finish}
            />
            {plan.refused + plan.known > 0 && <RefusedFile sent={sent} />}
          </div>
        </div>
      )}
      <ImportList />
      <LeaveWarning isUnsaved={file !== null} />
    </Page>
  )
}

const FileProblem = ({ words }: { words: string }) => (
  <section className="sheet" role="alert">
    <p className="error-text flush">{words}</p>
  </section>
)
