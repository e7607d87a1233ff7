import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LeaveWarning } from '@/ui/form/LeaveWarning'
import { Page } from '@/ui/page/Page'
import { EnterStep } from './EnterStep'
import { FileStep } from './FileStep'
import { type Done, ImportDone, RefusedFile } from './ImportDone'
import { ImportList } from './ImportList'
import { openParks } from './importPark'
import type { ListImport } from './listImport'
import { MappingStep } from './MappingStep'
import { PlanStep } from './PlanStep'
import { useListImport, withLine } from './useListImport'
import '@/ui/page/sheets.css'
import './imports.css'

/** Reservations from a list in four steps: the file, its columns, what would come of it, enter it. */
export function ImportPage() {
  const parks = openParks(useStaffQuery('/api/staff/parks').data?.data ?? [])
  const current = useListImport(parks[0]?.id)
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
        parks={parks}
        park={current.park}
        isReading={current.isReading}
        onFile={(chosen) => {
          setDone(null)
          void current.choose(chosen)
        }}
        onForget={current.forget}
        onPark={(park) => decide({ park, nevertheless: [] })}
        onSheet={(sheet) => decide({ sheet, mapping: null, nevertheless: [] })}
      />
      {problem && <FileProblem words={problem} />}
      {file && !plan && isChecking && (
        <p role="status" className="muted flush">
          Die Zeilen werden geprüft
        </p>
      )}
      <Work current={current} onDone={finish} />
      <ImportList />
      <LeaveWarning isUnsaved={file !== null} />
    </Page>
  )
}

interface WorkProps {
  current: ReturnType<typeof useListImport>
  onDone: (made: ListImport) => void
}

/** Columns, check and entering, as soon as the server has planned the list. */
function Work({ current, onDone }: WorkProps) {
  const { choices, plan, problem, isChecking, sent, decide } = current
  if (!plan || !sent) return null
  return (
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
          onDone={onDone}
        />
        {plan.refused + plan.known > 0 && <RefusedFile sent={sent} />}
      </div>
    </div>
  )
}

const FileProblem = ({ words }: { words: string }) => (
  <section className="sheet" role="alert">
    <p className="error-text flush">{words}</p>
  </section>
)
