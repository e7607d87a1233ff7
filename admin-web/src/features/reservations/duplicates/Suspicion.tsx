import Button from '@mui/material/Button'
import { useState } from 'react'
import { Section } from '@/ui/page/Section'
import { OperationDialog } from '../operations/OperationDialog'
import type { ReservationRow } from '../types'
import { Comparison } from './Comparison'
import { MergeDialog } from './MergeDialog'

interface SuspicionProps {
  title: string
  /** The earliest first; it is the one a merge keeps unless another is chosen. */
  members: ReservationRow[]
  /** The reservation whose page this is. */
  currentId?: number | undefined
}

/** Reservations that may be one household's, and the decision. */
export function Suspicion({ title, members, currentId }: SuspicionProps) {
  const [chosen, setChosen] = useState<'merge' | 'mark_not_duplicate'>()
  const ids = members.map(({ id }) => id)
  const close = () => setChosen(undefined)
  return (
    <Section
      title={title}
      action={
        <span className="buttons">
          <Button onClick={() => setChosen('merge')}>Zusammenführen</Button>
          <Button onClick={() => setChosen('mark_not_duplicate')}>Keine Dublette</Button>
        </span>
      }
    >
      <Comparison members={members} currentId={currentId} />
      {chosen === 'merge' && <MergeDialog ids={ids} members={members} onClose={close} />}
      {chosen === 'mark_not_duplicate' && (
        <OperationDialog name={chosen} ids={ids} isOneCase onClose={close} />
      )}
    </Section>
  )
}
