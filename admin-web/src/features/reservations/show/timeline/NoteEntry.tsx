import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatTime } from '@/lib/format'
import { By, EntryRow } from '@/ui/record/EntryRow'
import { showPath } from '../../showPath'
import { minutesWords } from './CallFields'
import type { Note } from './useTimeline'

/** A note of a member of staff; pinned by any of them, withdrawn by its author for ten minutes. */
export function NoteEntry({ note, id }: { note: Note; id: number }) {
  const isPinned = note.pinned_at !== null
  return (
    <EntryRow
      at={note.called_at ?? note.created_at}
      cell={note.called_at ? 'call' : 'note'}
      isPinned={isPinned}
      action={note.withdrawn_at === null && <NoteActions note={note} id={id} />}
    >
      <p>
        <b>{note.called_at ? 'Anruf' : 'Notiz'}</b>
        {note.called_at && note.withdrawn_at === null && ` ${outcomeWords(note.talked_minutes)}`}
        {note.author_name === null ? (
          <span className="muted"> aus dem früheren Notizfeld</span>
        ) : (
          <By name={note.author_name} isOwn={note.is_own} />
        )}
        {note.from_reservation && (
          <span className="muted">
            , zu{' '}
            <Link to={showPath(note.from_reservation)}>
              {note.from_reservation.reference}, Platz {note.from_reservation.spot_number}
            </Link>
          </span>
        )}
        {isPinned && note.pinned_by_name && (
          <span className="visually-hidden">, angeheftet von {note.pinned_by_name}</span>
        )}
      </p>
      {note.withdrawn_at === null ? (
        note.text && <p className="entry-text">{note.text}</p>
      ) : (
        <p className="muted">Zurückgezogen um {formatTime(note.withdrawn_at)}.</p>
      )}
    </EntryRow>
  )
}

const outcomeWords = (minutes: number | null): string =>
  minutes === null ? 'nicht erreicht' : `erreicht, ${minutesWords(minutes)}`

function NoteActions({ note, id }: { note: Note; id: number }) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  const path = { reservation_id: id, note_id: note.id }
  const isPinned = note.pinned_at !== null
  const handlers = {
    onSuccess: () => refresh(),
    onError: (error: Error) => notify(errorWords(error), { type: 'error' as const }),
  }
  const pin = useMutation({
    mutationFn: () =>
      call('put', '/api/staff/reservations/{reservation_id}/notes/{note_id}/pin', {
        params: { path },
        body: { is_pinned: !isPinned },
      }),
    ...handlers,
  })
  const withdraw = useMutation({
    mutationFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/notes/{note_id}/withdraw', {
        params: { path },
      }),
    ...handlers,
  })
  const isBusy = pin.isPending || withdraw.isPending
  return (
    <>
      {note.withdraw_until && (
        <Button variant="text" size="small" disabled={isBusy} onClick={() => withdraw.mutate()}>
          Zurückziehen
        </Button>
      )}
      <Button variant="text" size="small" disabled={isBusy} onClick={() => pin.mutate()}>
        {isPinned ? 'Lösen' : 'Anheften'}
        <span className="visually-hidden">: {note.text.slice(0, 40) || 'Anruf'}</span>
      </Button>
    </>
  )
}
