import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type Park, parkTitle } from '@/ui/park/capacity'

/** Takes a confirmation back as long as no mail has gone out. */
export const TakeBackDialog = ({ park, onClose }: { park: Park; onClose: () => void }) => (
  <EditDialog
    title={`Bestätigung zurücknehmen: ${parkTitle(park)}`}
    button="Zurücknehmen"
    schema="TakeBackIn"
    start={{ reason: '' }}
    isBlocked={({ values }) => !values.reason}
    save={(call, body) =>
      call('post', '/api/staff/parks/{park}/confirmation/take-back', {
        params: { path: { park: park.id } },
        body,
      })
    }
    renews={['parks', 'today', 'mails']}
    done="Zurückgenommen. Es geht keine Mail hinaus."
    onClose={onClose}
  >
    <ul className="consequences">
      <li>Die Mails werden zurückgezogen. Ist eine schon hinausgegangen, bleibt alles.</li>
      <li>Auf der Website steht wieder die vorige Auskunft.</li>
    </ul>
    <TextInput source="reason" label="Grund" hint="Steht im Verlauf des Parks." required />
  </EditDialog>
)
