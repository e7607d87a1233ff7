import Button from '@mui/material/Button'
import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput, TickInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { CHANNELS, type Contract, RENEWED } from './contract'

const START = {
  signed_by: 'letter' as 'letter' | 'telephone',
  ...{ iban: '', account_holder: '', is_other_person: false },
  ...{ gives_mandate: false, holder_agrees: false },
}

/** The way to enter another account that came by letter or telephone. */
export function EnterAccount({ contract }: { contract: Contract }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Anderes Konto eintragen
      </Button>
      {isAsking && <AccountDialog contract={contract} onClose={() => setAsking(false)} />}
    </>
  )
}

function AccountDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const declared = (what: 'mandate' | 'holder') =>
    contract.account_declarations.find(({ purpose }) => purpose === what)?.text ?? ''
  return (
    <EditDialog
      title={`Anderes Konto eintragen: ${contract.name}`}
      button="Eintragen"
      isDangerous
      maxWidth="sm"
      schema="DeskAccountIn"
      start={{ ...START, received_on: berlinDay() }}
      save={(call, typed) =>
        call('post', '/api/staff/contracts/{contract_id}/account', {
          params: { path: { contract_id: contract.id } },
          body: typed,
        })
      }
      renews={RENEWED}
      done="Eingetragen. Das neue Konto gilt."
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <ConsequenceList
            sentences={[
              'Das bisherige Mandat endet, das neue gilt sofort. Der Haushalt erhält eine Mail oder einen Brief.',
              'Was schon bei der Bank ist, geht noch vom bisherigen Konto ab.',
            ]}
          />
          <RadioInput source="signed_by" legend="Wie es kam" options={CHANNELS} />
          <TextInput source="received_on" label="Eingegangen am" type="date" required />
          <TextInput source="iban" label="IBAN" required />
          <TextInput source="account_holder" label="Wem das Konto gehört" required />
          <TickInput source="is_other_person" label="Das Konto gehört jemand anderem" />
          <p className="flush">
            {form.signed_by === 'telephone'
              ? 'Bitte lesen Sie jede Erklärung wörtlich vor, und haken Sie sie erst nach dem Ja ab.'
              : 'Haken Sie nur ab, was im Brief unterschrieben ist.'}
          </p>
          {form.is_other_person && <TickInput source="holder_agrees" label={declared('holder')} />}
          <TickInput source="gives_mandate" label={declared('mandate')} />
        </>
      )}
    </EditDialog>
  )
}
