import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'

export type Note = Schemas['NoteOut']

/** What a note can be beside a remark. */
export const SENDINGS = {
  newsletter: 'Newsletter oder Mailing',
  radio: 'Radiospot oder Podcast',
  print: 'Flyer, Beilage, Plakat',
  other: 'andere Aussendung',
} as const

/** „Newsletter, 9 Uhr, an 420 Empfänger“. */
export const sendingWords = ({ kind, hour, audience }: Note): string =>
  kind
    ? [
        SENDINGS[kind],
        ...(hour === null ? [] : [`${hour} Uhr`]),
        ...(audience === null ? [] : [`an ${formatNumber(audience)} Empfänger`]),
      ].join(', ')
    : ''

/** What followed a sending, read once somebody opens it. */
export function SendingEffect({ note }: { note: Note }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Was danach kam<span className="visually-hidden">: {note.text}</span>
      </summary>
      {isOpen && <Effect id={note.id} />}
    </details>
  )
}

function Effect({ id }: { id: number }) {
  const { data, error, refetch } = useStaffQuery('/api/staff/notes/{note_id}/effect', {
    params: { path: { note_id: id } },
  })
  if (error && !data) return <LoadProblem error={error} onRetry={refetch} />
  return data ? <p className="flush">{data.sentence}</p> : <Loading />
}
