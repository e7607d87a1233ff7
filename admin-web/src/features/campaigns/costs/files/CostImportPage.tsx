import { useState } from 'react'
import { Page } from '@/ui/page/Page'
import { CheckResult } from './CheckResult'
import { ConfirmImport } from './ConfirmImport'
import type { Imported, Mapping } from './costImport'
import { DropArea } from './DropArea'
import { ImportDone } from './ImportDone'
import { ImportList } from './ImportList'
import { MappingForm } from './MappingForm'
import { useCostImport } from './useCostImport'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '@/features/campaigns/campaigns.css'
import './costFiles.css'

/** Costs from a file in three steps: choose it, see how it is read, take it over. */
export function CostImportPage() {
  const current = useCostImport()
  const { file, checked, choices, isChecking, problem } = current
  const [done, setDone] = useState<Imported | null>(null)

  function finish(imported: Imported) {
    setDone(imported)
    current.forget()
  }

  return (
    <Page title="Kosten einlesen">
      {done && <ImportDone imported={done} />}
      <DropArea
        file={file}
        onFile={(chosen) => {
          setDone(null)
          void current.choose(chosen)
        }}
        onForget={current.forget}
      />
      {problem && (
        <section className="sheet" role="alert">
          <p className="error-text">{problem}</p>
        </section>
      )}
      {file && !checked && isChecking && (
        <p role="status" className="muted flush">
          Die Datei wird geprüft
        </p>
      )}
      {file && checked && (
        <div className="import-steps" aria-busy={isChecking}>
          <MappingForm checked={checked} onMapping={(mapping: Mapping) => current.map(mapping)} />
          <CheckResult
            checked={checked}
            choices={choices}
            isChecking={isChecking}
            onChoices={current.decide}
          />
          <ConfirmImport
            file={file}
            checked={checked}
            choices={choices}
            isChecking={isChecking || problem !== null}
            onDone={finish}
          />
        </div>
      )}
      <ImportList />
    </Page>
  )
}
