import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { MailFrame } from '@/ui/mail/MailFrame'
import { ViewSwitch } from '@/ui/mail/ViewSwitch'
import '@/ui/mail/mails.css'
import type { Draft } from './compose'

/** Whom it is for: a conversation, or a household that is written to first. */
export interface PreviewOf {
  kind: 'conversation' | 'reservation'
  id: number
}

const WIDTHS = [
  ['640', 'Breit'],
  ['390', 'Telefon'],
  ['text', 'Nur Text'],
] as const
type Width = (typeof WIDTHS)[number][0]

interface PreviewDialogProps {
  of: PreviewOf
  draft: Draft
  onClose: () => void
}

/** The message as the household will read it, made by the server that sends it. */
export function PreviewDialog({ of, draft, onClose }: PreviewDialogProps) {
  const [width, setWidth] = useState<Width>('640')
  const { data, error } = usePreview(of, draft)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="preview-title">
      <DialogTitle id="preview-title">So liest es der Haushalt</DialogTitle>
      <DialogContent aria-busy={!data && !error}>
        {error && <p role="alert">{errorWords(error)}</p>}
        {data && (
          <>
            <div className="head-row">
              <p className="preview-subject">{data.subject}</p>
              <ViewSwitch label="Breite" views={WIDTHS} value={width} onValue={setWidth} />
            </div>
            {width === 'text' ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
              <pre className="mail-plain" tabIndex={0}>
                {data.text}
              </pre>
            ) : (
              <MailFrame
                className="mail-frame message-frame"
                width={width}
                title="Nachricht wie beim Haushalt"
                html={data.html}
              />
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}

function usePreview({ kind, id }: PreviewOf, { subject, text }: Draft) {
  const call = useCall()
  const body = { subject, text }
  return useQuery({
    queryKey: ['message-preview', kind, id, body],
    gcTime: 0,
    queryFn: () =>
      kind === 'conversation'
        ? call('post', '/api/staff/conversations/{conversation_id}/preview', {
            params: { path: { conversation_id: id } },
            body,
          })
        : call('post', '/api/staff/reservations/{reservation_id}/messages/preview', {
            params: { path: { reservation_id: id } },
            body,
          }),
  })
}
