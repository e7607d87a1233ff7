import { formatDay, formatMoney } from '@/lib/format'
import { signedCents, typedEuros } from '@/lib/germanNumber'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import type { Campaign, Cost } from '../campaign'

interface CostDialogProps {
  campaign: Campaign
  /** All of them, to say what an entry would replace. */
  costs: readonly Cost[]
  /** The one to change; `null`: a new one. */
  cost: Cost | null
  onClose: () => void
}

/** What a campaign cost on one day, entered by hand. A day has one amount: a second one replaces it. */
export function CostDialog({ campaign, costs, cost, onClose }: CostDialogProps) {
  return (
    <EditDialog
      title={cost ? 'Betrag ändern' : 'Betrag eintragen'}
      button="Speichern"
      schema="CostIn"
      start={{
        day: cost?.day ?? berlinDay(),
        cents: cost ? typedEuros(cost.cents) : '',
        note: cost?.note ?? '',
      }}
      check={({ day, cents }) => ({
        day: !day && 'Bitte wählen Sie einen Tag.',
        cents: signedCents(cents) === null && 'Bitte geben Sie einen Betrag ein, etwa 49,90.',
      })}
      save={(call, { day, cents, note }) =>
        call('put', '/api/staff/campaigns/{campaign_id}/costs/{day}', {
          params: { path: { campaign_id: campaign.id, day } },
          body: { cents: signedCents(cents) ?? 0, note },
        })
      }
      renews={['campaigns']}
      done="Der Betrag ist eingetragen."
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <TextInput source="day" label="Tag" type="date" disabled={cost !== null} />
          <TextInput source="cents" label="Betrag in €" autoFocus html={{ inputMode: 'decimal' }} />
          <TextInput source="note" label="Notiz" />
          <Cautions
            {...form}
            replaced={costs.find(({ id, day }) => day === form.day && id !== cost?.id)}
          />
        </>
      )}
    </EditDialog>
  )
}

interface CautionsProps {
  day: string
  cents: string
  /** The amount of that day that saving would replace. */
  replaced: Cost | undefined
}

/** What saving does that one might not expect. */
function Cautions({ day, cents, replaced }: CautionsProps) {
  return (
    <div role="status">
      {(signedCents(cents) ?? 0) < 0 && (
        <p className="caution">
          Ein Betrag unter null ist eine Gutschrift: Er senkt die Kosten der Kampagne.
        </p>
      )}
      {replaced && (
        <p className="caution">
          Am {formatDay(day)} stehen schon {formatMoney(replaced.cents)}. Speichern ersetzt sie.
        </p>
      )}
    </div>
  )
}
