import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { DropArea } from '@/ui/files/DropArea'
import { RowButton } from '@/ui/list/RowButton'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { Arrivals } from './Arrivals'
import { CheckResult } from './CheckResult'
import { ConfirmImport } from './ConfirmImport'
import { type Imported, PLATFORMS } from './costImport'
import { ImportDone } from './ImportDone'
import { ImportList } from './ImportList'
import { MappingForm } from './MappingForm'
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
  `${counted(rows, 'eine Zeile', 'Zeilen')}, ${encoding}`

/** Every name that is remembered of a platform, with who explained it; one click forgets it. */
function NameList() {
  const { data } = useStaffQuery('/api/staff/costs/names')
  const { run, isRunning, problem } = useStaffChange('costs')
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Gemerkte Namen">
      <details className="disclosure">
        <summary>{counted(data.data.length, 'Ein Name ist gemerkt', 'Namen sind gemerkt')}</summary>
        <ul className="row-list names">
          {data.data.map(({ id, name, platform, campaign_name, created_at, created_by_name }) => (
            <li key={id}>
              <span className="platform-name">
                {name}
                <small className="muted">
                  {campaign_name ?? 'wird immer ausgelassen'}; {PLATFORMS[platform]},{' '}
                  <MomentField at={created_at} isShort />
                  {created_by_name && `, ${created_by_name}`}
                </small>
              </span>
              <span className="buttons">
                <RowButton
                  label="Vergessen"
                  what={name}
                  isDisabled={isRunning}
                  onClick={() =>
                    void run('post', '/api/staff/costs/names/{name_id}/forget', {
                      params: { path: { name_id: id } },
                    })
                  }
                />
              </span>
            </li>
          ))}
        </ul>
        {problem && <p role="alert">{problem}</p>}
      </details>
    </Section>
  )
}
