import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Given } from '../schedule'
import { DeliverDialog } from './DeliverDialog'

interface DeliverButtonProps {
  /** The report's name on the server. */
  report: string
  title: string
  /** As the shown answer names them; nothing until there is one. */
  parameters: Given | undefined
}

/** From a report's page to a schedule that asks the same: a new one, or one that there is. */
export function DeliverButton({ report, title, parameters }: DeliverButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={parameters === undefined} onClick={() => setOpen(true)}>
        Zustellen …
      </Button>
      {isOpen && parameters && (
        <DeliverDialog {...{ report, title, parameters }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
