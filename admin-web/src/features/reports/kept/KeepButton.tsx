import Button from '@mui/material/Button'
import { useState } from 'react'
import { KeepDialog } from './KeepDialog'

interface KeepButtonProps {
  /** The report's name on the server. */
  report: string
  title: string
  /** As the shown answer names them; nothing until there is one. */
  parameters: Record<string, unknown> | undefined
}

/** Keeps the report as it is now, whatever changes later. */
export function KeepButton({ report, title, parameters }: KeepButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="no-print">
        <Button disabled={!parameters} onClick={() => setOpen(true)}>
          Festhalten
        </Button>
      </span>
      {isOpen && parameters && (
        <KeepDialog {...{ report, title, parameters }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
