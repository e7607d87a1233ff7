import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, SelectInput, TextInput, TickInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { EMPTY_HOUSEHOLD, HOUSEHOLD, HOUSEHOLD_NAMES } from '../../fields'
import { type Contract, RENEWED } from './contract'

type Declared = Schemas['ReservationContractsOut']['transfer_declarations']
type Wanted = Schemas['TransferIn']

interface TransferProps {
  contract: Contract
  declared: Declared
  whyNot: string
}

/** The way to enter that somebody else takes the contract over. */
export function Transfer({ contract, declared, whyNot }: TransferProps) {
  const [isAsking, setAsking] = useState(false)
  if (whyNot) return <p className="tiny muted">Übertragen: {whyNot}</p>
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Vertrag übertragen
      </Button>
      {isAsking && (
        <TransferDialog contract={contract} declared={declared} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

const START = {
  ...EMPTY_HOUSEHOLD,
  cause: 'transferred' as Wanted['cause'],
  signed_by: 'letter' as Wanted['signed_by'],
  ...{ first_name: '', last_name: '', email: '', mobile_phone: '' },
  ...{ street: '', postcode: '', town: '', iban: '', account_holder: '', reason: '' },
  ...{ is_other_person: false, holder_agrees: false },
  ...{ gives: false, takes_over: false, gives_mandate: false },
}
type Typed = typeof START & { received_on: string }

const bodyOf = (typed: Typed): Wanted =>
  ({ ...typed, email: typed.email || null, mobile_phone: typed.mobile_phone || null }) as Wanted

interface TransferDialogProps extends Omit<TransferProps, 'whyNot'> {
  onClose: () => void
}

function TransferDialog({ contract, declared, onClose }: TransferDialogProps) {
  return (
    <EditDialog
      title={`Vertrag übertragen: ${contract.name}`}
      button="Übertragen"
      isDangerous
      maxWidth="sm"
      schema="TransferIn"
      start={{ ...START, received_on: berlinDay() }}
      save={(call, typed) =>
        call('post', '/api/staff/contracts/{contract_id}/transfer', {
          params: { path: { contract_id: contract.id } },
          body: bodyOf(typed),
        })
      }
      renews={RENEWED}
      done="Übertragen. Beide erhalten eine Mail oder einen Brief."
      onClose={onClose}
    >
      {({ form }) => <TransferInputs declared={declared} typed={form} />}
    </EditDialog>
  )
}

const CAUSES = [
  { name: 'transferred', label: 'Verkauft oder verschenkt' },
  { name: 'inherited', label: 'Geerbt' },
] as const
const CHANNELS = [
  { name: 'letter', label: 'Brief' },
  { name: 'telephone', label: 'Telefon' },
] as const

function TransferInputs({ declared, typed }: { declared: Declared; typed: Typed }) {
  return (
    <>
      <ConsequenceList
        sentences={[
          'Gutschriften bis heute stehen dem bisherigen Inhaber zu, ab morgen dem neuen.',
          'Der letzte Tag der Laufzeit bleibt. Zu zahlen ist nichts, eine Widerrufsfrist gibt es nicht.',
          'Der neue Inhaber bekommt eine eigene Reservierung auf demselben Platz und die Unterlagen als PDF.',
          'Beide erhalten sofort eine Mail. Ohne E-Mail-Adresse wird daraus ein Brief.',
          'Rückgängig machen lässt sich das nicht. Der neue Inhaber kann den Vertrag wieder übertragen.',
        ]}
      />
      <RadioInput source="cause" legend="Wodurch" options={CAUSES} />
      {typed.cause === 'inherited' && (
        <TextInput source="reason" label="Nachweis, zum Beispiel Erbschein vom …" required />
      )}
      <RadioInput source="signed_by" legend="Wie die Erklärung kam" options={CHANNELS} />
      <TextInput source="received_on" label="Eingegangen am" type="date" required />
      <Person />
      <TextInput source="iban" label="IBAN für die Gutschriften" required />
      <TextInput source="account_holder" label="Wem das Konto gehört" required />
      <TickInput source="is_other_person" label="Das Konto gehört jemand anderem" />
      <Declarations declared={declared} typed={typed} />
    </>
  )
}

function Person() {
  return (
    <>
      <h3>Neuer Inhaber</h3>
      <TextInput source="first_name" label="Vorname" required />
      <TextInput source="last_name" label="Nachname" required />
      <TextInput source="email" label="E-Mail, wenn es eine gibt" type="email" />
      <TextInput source="mobile_phone" label="Telefon, wenn bekannt" type="tel" />
      <TextInput source="street" label="Straße und Hausnummer" required />
      <TextInput source="postcode" label="Postleitzahl" html={{ inputMode: 'numeric' }} required />
      <TextInput source="town" label="Ort" required />
      {HOUSEHOLD_NAMES.map((name) => {
        const { label, choices, desk } = HOUSEHOLD[name]
        return choices ? (
          <SelectInput
            key={name}
            source={name}
            label={label}
            choices={[['', desk.empty], ...choices.map((one) => [one, one] as const)]}
          />
        ) : (
          <TextInput key={name} source={name} label={label} />
        )
      })}
    </>
  )
}

/** The box of each declaration, by what is declared. */
const BOXES: Record<string, string> = {
  giving: 'gives',
  takeover: 'takes_over',
  mandate: 'gives_mandate',
  holder: 'holder_agrees',
}

/** What both letters have to hold, or what is read aloud: each is a declaration by itself. */
function Declarations({ declared, typed }: { declared: Declared; typed: Typed }) {
  const isSpoken = typed.signed_by === 'telephone'
  const isAsked = (purpose: string) =>
    !(purpose === 'giving' && typed.cause === 'inherited') &&
    !(purpose === 'holder' && !typed.is_other_person)
  return (
    <>
      <h3>
        {isSpoken ? 'Bitte beiden wörtlich vorlesen' : 'Was in den Briefen unterschrieben ist'}
      </h3>
      {declared
        .filter(({ purpose }) => isAsked(purpose))
        .map(({ purpose, text }) => (
          <TickInput key={purpose} source={BOXES[purpose] ?? purpose} label={text} />
        ))}
    </>
  )
}
