import Button from '@mui/material/Button'
import { type DragEvent, useId, useState } from 'react'
import './files.css'

interface DropAreaProps {
  /** The file on its way: its name, and what is known of it. */
  file: { name: string; about: string } | null
  /** What a file has to hold. */
  hint: string
  onFile: (file: File) => void
  onForget: () => void
}

/** A file, chosen or dropped. */
export function DropArea({ file, hint, onFile, onForget }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const id = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onFile(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the field inside does the same
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
            <small className="muted">{file.about}</small>
          </p>
          <Button onClick={onForget}>Andere Datei</Button>
        </>
      ) : (
        <>
          <label htmlFor={id}>Datei wählen</label>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xls,text/csv,text/plain"
            onChange={({ target }) => {
              const chosen = target.files?.[0]
              if (chosen) onFile(chosen)
              target.value = ''
            }}
          />
          <p className="muted flush">{hint}</p>
        </>
      )}
    </div>
  )
}
