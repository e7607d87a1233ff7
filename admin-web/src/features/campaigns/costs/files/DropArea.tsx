import Button from '@mui/material/Button'
import { type DragEvent, useId, useState } from 'react'
import { formatNumber } from '@/lib/format'
import { Section } from '@/ui/page/Section'
import type { ChosenFile } from './useCostImport'

interface DropAreaProps {
  file: ChosenFile | null
  onFile: (file: File) => void
  onForget: () => void
}

/** Step 1: a file, chosen or dropped. */
export function DropArea({ file, onFile, onForget }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onFile(dropped)
  }

  return (
    <Section title="1. Datei">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the field inside does the same */}
      <div
        className="drop-area"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? (
          <>
            <p className="flush">
              <b>{file.name}</b>
              <small className="muted">{fileWords(file)}</small>
            </p>
            <Button onClick={onForget}>Andere Datei</Button>
          </>
        ) : (
          <>
            <label htmlFor={id}>Datei wählen</label>
            <input
              id={id}
              type="file"
              accept=".csv,.txt,.tsv,.xlsx,.xls,text/csv,text/plain"
              onChange={({ target }) => {
                const chosen = target.files?.[0]
                if (chosen) onFile(chosen)
                target.value = ''
              }}
            />
            <p className="muted flush">
              CSV oder Excel, oder hierher ziehen. Gebraucht werden drei Spalten: Kampagne, Tag und
              Betrag in Euro.
            </p>
          </>
        )}
      </div>
    </Section>
  )
}

function fileWords({ text, encoding }: ChosenFile): string {
  const lines = text.trimEnd().split(/\r\n|\r|\n/).length
  return `${lines === 1 ? 'eine Zeile' : `${formatNumber(lines)} Zeilen`}, ${encoding}`
}
