import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'

/** A code for an organisation that recommends us. */
export const PartnerDialog = ({ onClose }: { onClose: () => void }) => (
  <EditDialog
    title="Partner-Code anlegen"
    button="Anlegen"
    schema="PartnerIn"
    start={{ partner_name: '', code: '', note: '' }}
    isBlocked={({ values }) => !values.partner_name}
    save={(call, { code, ...rest }) =>
      call('post', '/api/staff/referrals/codes', { body: { ...rest, ...(code && { code }) } })
    }
    renews={['referrals', 'referrals/codes']}
    codes={{ code_taken: 'code' }}
    done={({ code, partner_name }) => `Der Code ${code} für ${partner_name} ist angelegt.`}
    onClose={onClose}
  >
    <TextInput
      source="partner_name"
      label="Name der Organisation"
      hint="Ein Verein, ein Betrieb, eine Gemeinde."
      autoFocus
    />
    <TextInput
      source="code"
      label="Wunschcode"
      hint="Leer lassen: Wir wählen einen, der sich gut vorlesen lässt."
    />
    <TextInput source="note" label="Notiz" hint="Bitte keine Namen von Personen." />
  </EditDialog>
)
