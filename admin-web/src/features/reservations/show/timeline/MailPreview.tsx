import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import { sending } from '@/session/mailWords'
import { MailFrame } from '@/ui/mail/MailFrame'
import { type MailDocument, sendAgainWords, wayToSendAgain } from '@/ui/mail/mail'

interface MailPreviewProps {
  mail: Schemas['ReservationMailOut']
  onClose: () => void
}

/** A mail as the household got it, walled off: no scripts, no links, nothing loaded from elsewhere. */
export function MailPreview({ mail, onClose }: MailPreviewProps) {
  const { data, error } = useStaffQuery('/api/staff/mails/{mail}', {
    params: { path: { mail: mail.id } },
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="mail-title">
      <DialogTitle id="mail-title">{mail.subject}</DialogTitle>
      <DialogContent aria-busy={!data && !error}>
        {error && <p role="alert">{errorWords(error)}</p>}
        {data?.html && (
          <MailFrame className="mail-preview" title="Vorschau der Mail" html={data.html} />
        )}
        {data && !data.html && <pre className="mail-text">{data.text}</pre>}
      </DialogContent>
      <DialogActions>
        {data && <SendAgain mail={data} onDone={onClose} />}
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}

function SendAgain({ mail, onDone }: { mail: MailDocument; onDone: () => void }) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  const again = wayToSendAgain(mail)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('post', `/api/staff/mails/{mail}/${again ?? 'resend'}`, {
        params: { path: { mail: mail.id } },
      }),
    onSuccess: () => {
      refresh()
      notify(sending('Die Mail wird erneut gesendet.'), { type: 'success' })
      onDone()
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
  if (!again) return null
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      {sendAgainWords(mail)}
    </Button>
  )
}
