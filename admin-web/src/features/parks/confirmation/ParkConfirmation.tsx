import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatMoment } from '@/lib/format'
import type { Park } from '@/ui/park/capacity'
import { ConfirmationDialog } from './ConfirmationDialog'
import { TakeBackDialog } from './TakeBackDialog'

/** The mails leave after the minutes in which a slip may be taken back. */
const GRACE = 10 * 60_000

const confirmedWords = (at: string, now: number): string =>
  `Bestätigt am ${formatMoment(at)}. ${
    now - Date.parse(at) < GRACE
      ? 'Den Haushalten mit einem Platz schreiben wir in wenigen Minuten'
      : 'Den Haushalten, die da einen Platz hatten, haben wir geschrieben'
  }, und die Website nennt den Tag.`

/** Whether it is settled that the park will be built, and the way to say so. */
export function ParkConfirmation({ park, mayChange }: { park: Park; mayChange: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { confirmed_at } = park
  const close = () => setAsking(false)
  return (
    <section className="sheet" aria-labelledby="confirm-park">
      <div className="head-row">
        <h2 id="confirm-park">Bestätigung</h2>
        {mayChange && (
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {confirmed_at === null ? 'Park bestätigen' : 'Bestätigung zurücknehmen'}
          </Button>
        )}
      </div>
      <p className={confirmed_at === null ? 'muted' : 'flush'}>
        {confirmed_at === null
          ? 'Noch nicht bestätigt. Sobald feststeht, dass der Park gebaut wird, erfahren es hier alle Haushalte mit einem Platz zugleich.'
          : confirmedWords(confirmed_at, Date.now())}
      </p>
      {isAsking && confirmed_at === null && <ConfirmationDialog park={park} onClose={close} />}
      {isAsking && confirmed_at !== null && <TakeBackDialog park={park} onClose={close} />}
    </section>
  )
}
