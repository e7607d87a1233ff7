import Button from '@mui/material/Button'
import { useState } from 'react'
import { Masked } from '@/ui/fields/Masked'
import { useReveal } from '@/ui/fields/useReveal'
import { correctable, type RefusedMail } from './refused'

/** What is asked about a refused mail before something is done. */
export type Asked = 'correct' | 'settle'

interface RefusedStepsProps {
  row: RefusedMail
  onAsk: (asked: Asked) => void
}

/** What can be done about a refused mail. */
export function RefusedSteps({ row, onAsk }: RefusedStepsProps) {
  return (
    <p className="buttons">
      {correctable(row) && (
        <Button variant="outlined" onClick={() => onAsk('correct')}>
          Adresse berichtigen
        </Button>
      )}
      <Button variant="outlined" onClick={() => onAsk('settle')}>
        Erledigt
      </Button>
    </p>
  )
}

/** Masked until the clerk asks, which is put on record. */
export function Phone({ reservation, masked }: { reservation: number; masked: string }) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(reservation, 'phone', setNumber)
  return (
    <>
      <Masked what="Mobilnummer" scheme="tel" value={number} {...{ masked, reveal }} />
      {number === undefined && <small>Das Anzeigen wird protokolliert.</small>}
    </>
  )
}
