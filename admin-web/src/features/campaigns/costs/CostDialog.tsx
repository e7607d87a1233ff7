import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { formatDay, formatMoney } from '@/lib/format'
import { signedCents, typedEuros } from '@/lib/germanNumber'
import { berlinDay } from '@/lib/reservationWords'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
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
  const [day, setDay] = useState(cost?.day ?? berlinDay())
  const [euros, setEuros] = useState(cost ? typedEuros(cost.cents) : '')
  const [note, setNote] = useState(cost?.note ?? '')
  const { save, isRunning, problem, errors } = useCostSave(campaign, onClose)
  const replaced = costs.find((one) => one.day === day && one.id !== cost?.id)

  return (
    <FormDialog
      title={cost ? 'Betrag ändern' : 'Betrag eintragen'}
      button="Speichern"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={() => save(day, euros, note)}
    >
      <TextInput
        label="Tag"
        type="date"
        value={day}
        disabled={cost !== null}
        onValue={setDay}
        problem={errors.day}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        label="Betrag in €"
        value={euros}
        onValue={setEuros}
        problem={errors.cents}
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      />
      <TextInput
        label="Notiz"
        value={note}
        onValue={setNote}
        problem={errors.note}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
      />
      <Cautions {...{ day, euros, replaced }} />
    </FormDialog>
  )
}

interface CautionsProps {
  day: string
  euros: string
  /** The amount of that day that saving would replace. */
  replaced: Cost | undefined
}

/** What saving does that one might not expect. */
function Cautions({ day, euros, replaced }: CautionsProps) {
  return (
    <div role="status">
      {(signedCents(euros) ?? 0) < 0 && (
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

function useCostSave(campaign: Campaign, onSaved: () => void) {
  const { run, check, ...change } = useFormChange(['campaigns'])
  const notify = useNotify()

  async function save(day: string, euros: string, note: string) {
    const cents = signedCents(euros)
    const wrong: Record<string, string> = {}
    if (!day) wrong.day = 'Bitte wählen Sie einen Tag.'
    if (cents === null) wrong.cents = 'Bitte geben Sie einen Betrag ein, etwa 49,90.'
    if (!check(wrong) || cents === null) return
    const params = { path: { campaign_id: campaign.id, day } }
    const body = { cents, note: note.trim() }
    if (!(await run('put', '/api/staff/campaigns/{campaign_id}/costs/{day}', { params, body })))
      return
    notify('Der Betrag ist eingetragen.', { type: 'success' })
    onSaved()
  }

  return { save, ...change }
}
