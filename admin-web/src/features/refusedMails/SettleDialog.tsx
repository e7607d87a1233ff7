import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { RENEWED, type RefusedMail } from './refused'

/** Why nothing more is to be done. */
export const SettleDialog = ({ row, onClose }: { row: RefusedMail; onClose: () => void }) => (
  <EditDialog
    title={`${row.name}: Erledigt`}
    button="Erledigt"
    schema="SettleIn"
    start={{ reason: '' }}
    save={(call, body) =>
      call('post', '/api/staff/refused-mails/{mail}/settle', {
        params: { path: { mail: row.mail_id } },
        body,
      })
    }
    renews={RENEWED}
    done="Als erledigt vermerkt."
    onClose={onClose}
  >
    <p>
      Die Mail wird nicht noch einmal gesendet.{' '}
      {row.reservation ? 'An der Reservierung' : 'Am Eintrag'} ändert sich nichts.
    </p>
    <TextInput source="reason" label="Grund" hint="Zum Beispiel: am Telefon geklärt." required />
  </EditDialog>
)
