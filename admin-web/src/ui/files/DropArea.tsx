import Button from '@mui/material/Button'
import { type DragEvent, useId, useState } from 'react'
import './files.css'

interface DropAreaProps {
  /** The file on its way: its name, and what is known of it. */
  file: { name: string; about: string } | null
  /** What a file has to hold. */
  hint: string
  /** Which files the browser offers; tables where nothing is said. */
  accept?: string
  onFile: (file: File) => void
  onForget: () => void
}

const TABLES = '.csv,.txt,.tsv,.xlsx,.xlsm,.xls,text/csv,text/plain'

/** A file, chosen or dropped. */
export function DropArea(props: DropAreaProps) {
  const { file, hint, accept = TABLES, onFile, onForget } = props
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
            accept={accept}
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
