import Button from '@mui/material/Button'
import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput, TickInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { CHANNELS, type Offer, RENEWED } from './contract'

interface EnterOrderProps {
  reservationId: number
  offer: Offer
  /** The offer may have changed meanwhile. */
  onRefused: () => unknown
}

/** The way to enter an order that came by letter or telephone. */
export function EnterOrder(props: EnterOrderProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p className="tiny muted">
        Der Haushalt kann auf seiner Seite bestellen. Kommt seine Bestellung per Brief oder am
        Telefon, tragen Sie sie hier ein.
      </p>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Bestellung eintragen
      </Button>
      {isAsking && <OrderDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The box of each declaration, by what is declared. */
const BOXES = {
  contract: 'agrees_to_contract',
  mandate: 'gives_mandate',
  credit: 'wants_credit',
  holder: 'holder_agrees',
} as const

const startOf = ({ name, street, town }: Offer) => ({
  signed_by: 'letter' as 'letter' | 'telephone',
  received_on: berlinDay(),
  ...{ street, town, iban: '', account_holder: name, is_other_person: false },
  ...{ agrees_to_contract: false, gives_mandate: false, wants_credit: false, holder_agrees: false },
})
type Typed = ReturnType<typeof startOf>

function OrderDialog(props: EnterOrderProps & { onClose: () => void }) {
  const { reservationId, offer, onRefused, onClose } = props
  return (
    <EditDialog
      title={`Bestellung eintragen: ${offer.name}`}
      button="Eintragen"
      isDangerous
      maxWidth="sm"
      schema="DeskOrderIn"
      start={startOf(offer)}
      save={(call, typed) =>
        call('post', '/api/staff/reservations/{reservation_id}/contracts', {
          params: { path: { reservation_id: reservationId } },
          body: { ...typed, fingerprint: offer.fingerprint },
        })
      }
      renews={RENEWED}
      done={
        offer.needs_decision
          ? 'Eingetragen. Über die Raten ist noch zu entscheiden.'
          : 'Eingetragen. Der Vertrag ist geschlossen.'
      }
      onRefused={onRefused}
      onClose={onClose}
    >
      {({ form }) => <OrderInputs offer={offer} typed={form} />}
    </EditDialog>
  )
}

function OrderInputs({ offer, typed }: { offer: Offer; typed: Typed }) {
  return (
    <>
      <Summary offer={offer} />
      <RadioInput source="signed_by" legend="Wie die Bestellung kam" options={CHANNELS} />
      <TextInput source="received_on" label="Eingegangen am" type="date" required />
      <TextInput source="street" label="Straße und Hausnummer" required />
      <TextInput source="town" label={`Ort zur Postleitzahl ${offer.postcode}`} required />
      <TextInput source="iban" label="IBAN" required />
      <TextInput source="account_holder" label="Wem das Konto gehört" required />
      <TickInput source="is_other_person" label="Das Konto gehört jemand anderem" />
      <Declarations offer={offer} typed={typed} />
    </>
  )
}

/** What is ordered, and what comes of it. */
function Summary({ offer }: { offer: Offer }) {
  const { number, figures, prices, needs_decision } = offer
  return (
    <>
      <p className="flush">
        Vertrag {number}: Paket {figures.package}. {prices.join(' ')}
      </p>
      <ConsequenceList
        sentences={[
          needs_decision
            ? 'Geschlossen ist der Vertrag erst, wenn jemand die Raten zusagt.'
            : 'Der Vertrag ist damit geschlossen, und die Widerrufsfrist beginnt.',
          'Der Haushalt erhält sofort eine Mail mit allen Unterlagen. Ohne E-Mail-Adresse wird daraus ein Brief: Drucken Sie ihn und die Unterlagen aus.',
        ]}
      />
    </>
  )
}

/** What the letter has to hold, or what is read aloud: each is a declaration by itself. */
function Declarations({ offer, typed }: { offer: Offer; typed: Typed }) {
  const isSpoken = typed.signed_by === 'telephone'
  const holder = { purpose: 'holder' as const, text: offer.holder_declaration }
  const declared = [...offer.declarations, ...(typed.is_other_person ? [holder] : [])]
  return (
    <>
      <h3>{isSpoken ? 'Bitte wörtlich vorlesen' : 'Was im Brief unterschrieben ist'}</h3>
      <p className="flush">
        {isSpoken
          ? 'Haken Sie jede Erklärung erst nach dem Ja ab.'
          : 'Haken Sie nur ab, was der Haushalt wirklich erklärt hat.'}
      </p>
      {declared.map(({ purpose, text }) => (
        <TickInput key={purpose} source={BOXES[purpose]} label={text} />
      ))}
    </>
  )
}
