import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSession } from '@/session/session'
import type { KeptRun } from '../run'
import { LinkDialog } from './LinkDialog'
import { canBeLinked } from './link'

/** Passes a kept report on to people without an account. */
export function LinkButton({ run }: { run: KeptRun }) {
  const [isOpen, setOpen] = useState(false)
  const role = useSession()?.account.role
  if (role === 'staff' || !canBeLinked(run)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Link erstellen</Button>
      {isOpen && <LinkDialog run={run} onClose={() => setOpen(false)} />}
    </>
  )
}
