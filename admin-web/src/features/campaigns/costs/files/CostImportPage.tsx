import { useState } from 'react'
import { formatNumber } from '@/lib/format'
import { DropArea } from '@/ui/files/DropArea'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { Arrivals } from './Arrivals'
import { CheckResult } from './CheckResult'
import { ConfirmImport } from './ConfirmImport'
import type { Imported } from './costImport'
import { ImportDone } from './ImportDone'
import { ImportList } from './ImportList'
import { MappingForm } from './MappingForm'
import { NameList } from './NameList'
import { type ChosenFile, useCostImport } from './useCostImport'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '@/features/campaigns/campaigns.css'

/** Costs from a file in three steps: choose it, see how it is read, take it over. */
export function CostImportPage() {
  const current = useCostImport()
  const { file, checked, choices, isReading, isChecking, problem } = current
  const [done, setDone] = useState<Imported | null>(null)

  function finish(imported: Imported) {
    setDone(imported)
    current.forget()
  }

  return (
    <Page title="Kosten">
      {done && <ImportDone imported={done} />}
      <Arrivals
        onOpen={(arrival) => {
          setDone(null)
          void current.open(arrival)
        }}
      />
      <Section title="1. Datei">
        <DropArea
          file={file && { name: file.name, about: fileWords(file) }}
          hint="CSV oder Excel, oder hierher ziehen. Gebraucht werden drei Spalten: Kampagne, Tag und Betrag. Klicks und Einblendungen lesen wir mit."
          onFile={(chosen) => {
            setDone(null)
            void current.choose(chosen)
          }}
          onForget={current.forget}
        />
      </Section>
      {problem && (
        <section className="sheet" role="alert">
          <p className="error-text">{problem}</p>
        </section>
      )}
      {(isReading || (file && !checked && isChecking)) && (
        <p role="status" className="muted flush">
          {isReading ? 'Die Datei wird gelesen' : 'Die Datei wird geprüft'}
        </p>
      )}
      {file && checked && (
        <div className="import-steps" aria-busy={isChecking}>
          <MappingForm checked={checked} onMapping={current.map} />
          <CheckResult
            checked={checked}
            choices={choices}
            isChecking={isChecking}
            onChoices={current.decide}
            onMapping={current.map}
            onRenew={current.renew}
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
      <NameList />
    </Page>
  )
}

const fileWords = ({ rows, encoding }: ChosenFile): string =>
  `${rows === 1 ? 'eine Zeile' : `${formatNumber(rows)} Zeilen`}, ${encoding}`
