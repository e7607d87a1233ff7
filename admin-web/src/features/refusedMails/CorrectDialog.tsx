import { onItsWay } from '@/session/mailWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Correctable, RENEWED, type RefusedMail } from './refused'

interface CorrectDialogProps {
  row: RefusedMail
  of: Correctable
  onClose: () => void
}

/** The right address, and the household is written to there. */
export const CorrectDialog = ({ row, of, onClose }: CorrectDialogProps) => (
  <EditDialog
    title={`${row.name}: Adresse berichtigen`}
    button="Berichtigen und senden"
    maxWidth="sm"
    schema="CorrectAddressIn"
    start={{ email: '' }}
    save={(call, { email }) =>
      call('post', '/api/staff/refused-mails/{mail}/correct', {
        params: { path: { mail: row.mail_id } },
        body: { email, version: of.version },
      })
    }
    renews={RENEWED}
    meanwhile="Bitte sehen Sie oben nach, was jetzt gilt."
    done={`Adresse berichtigt. ${onItsWay('Die Mail')}`}
    onClose={onClose}
  >
    <ConsequenceList sentences={of.consequences} />
    <TextInput source="email" label="Richtige E-Mail-Adresse" type="email" required />
  </EditDialog>
)
