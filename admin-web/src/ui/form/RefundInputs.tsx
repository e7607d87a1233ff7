import { TextInput } from './inputs'

/** A refund that somebody made by hand: how much, when, and how to find it in the account. */
export const RefundInputs = () => (
  <>
    <TextInput source="cents" label="Betrag in Euro" html={{ inputMode: 'decimal' }} required />
    <TextInput source="day" label="Erstattet am" type="date" required />
    <TextInput
      source="reference"
      label="Verwendungszweck (freiwillig)"
      hint="Damit findet man die Zahlung im Konto."
    />
  </>
)
