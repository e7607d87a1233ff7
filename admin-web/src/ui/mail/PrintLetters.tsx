import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffChange } from '@/api/useStaffChange'
import { counted } from '@/lib/format'

const lettersWords = (count: number): string => counted(count, '1 Brief', 'Briefe')

/** Opens what is to be printed for households without a mailbox; nothing while there is nothing. */
export function PrintLetters({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{lettersWords(count)} drucken …</Button>
      {isOpen && <LettersDialog ids={null} onClose={() => setOpen(false)} />}
    </>
  )
}

interface LettersDialogProps {
  /** The reservations whose letters are meant; `null`: all that wait. */
  ids: number[] | null
  onClose: () => void
}

/** Letters as one document, what has to be known before, and then that they are in the post. */
export function LettersDialog({ ids, onClose }: LettersDialogProps) {
  const title = useId()
  const { data, error } = useQuery({
    queryKey: ['letters', ids],
    queryFn: ({ signal }) =>
      call('post', '/api/staff/mails/letters/preview', { body: { reservation_ids: ids }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      aria-busy={!data}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={title}>Briefe drucken</DialogTitle>
      {error && (
        <DialogContent>
          <p role="alert">{errorWords(error)}</p>
        </DialogContent>
      )}
      {data ? (
        <Letters letters={data} onClose={onClose} />
      ) : (
        <DialogActions>
          <Button onClick={onClose}>Schließen</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

interface LettersProps {
  letters: Schemas['LettersOut']
  onClose: () => void
}

function Letters({ letters, onClose }: LettersProps) {
  const { mail_ids: ids } = letters
  const [isPrinted, setPrinted] = useState(false)
  const { post, isRunning, problem } = usePosting(ids, onClose)
  return (
    <>
      <DialogContent className="input-stack">
        <Words letters={letters} />
        {isPrinted && (
          <p>Sind die Briefe in der Post? Dass sie versandt sind, lässt sich nicht zurücknehmen.</p>
        )}
        {problem && <p role="alert">{problem}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
        {isPrinted && (
          <Button variant="outlined" color="error" disabled={isRunning} onClick={post}>
            {lettersWords(ids.length)} als versandt vermerken
          </Button>
        )}
        {ids.length > 0 && (
          <Button
            variant="contained"
            component="a"
            href={`/api/staff/mails/letters.pdf?${ids.map((id) => `mail=${id}`).join('&')}`}
            target="_blank"
            rel="noreferrer"
            onClick={() => setPrinted(true)}
          >
            {lettersWords(ids.length)} öffnen
            <span className="visually-hidden">, neues Fenster</span>
          </Button>
        )}
      </DialogActions>
    </>
  )
}

function Words({ letters: { mail_ids, later, remarks } }: Pick<LettersProps, 'letters'>) {
  return (
    <>
      <p>
        {mail_ids.length === 0
          ? 'Es ist nichts zu drucken.'
          : `${lettersWords(mail_ids.length)} in einem Dokument, jeder auf eigenen Seiten. Wer sie öffnet, wird protokolliert.`}
      </p>
      {remarks.map(({ sentence, people }) => (
        <p key={sentence}>
          {sentence} <span className="muted">{people.join(', ')}</span>
        </p>
      ))}
      {later > 0 && <p>{lettersWords(later)} warten noch; drucken Sie sie danach.</p>}
    </>
  )
}

function usePosting(ids: number[], onDone: () => void) {
  const notify = useNotify()
  const { run, isRunning, problem } = useStaffChange('mails', 'reservations', 'work-lines')
  async function post() {
    const done = await run('post', '/api/staff/mails/letters/posted', { body: { mail_ids: ids } })
    if (!done) return
    notify(`${lettersWords(done.posted)} als versandt vermerkt.`, { type: 'success' })
    onDone()
  }
  return { post, isRunning, problem }
}
