import { DayField, MoneyField } from '@/ui/fields/values'
import type { PlainColumn } from '@/ui/list/PlainTable'
import { Payer } from './Payer'
import type { Movement } from './payment'

/** A movement of our account: when, whose, with which words, how much. */
export const MOVEMENT_COLUMNS: readonly PlainColumn<Movement>[] = [
  { label: 'Gebucht', render: ({ booked_on }) => <DayField on={booked_on} isShort /> },
  {
    label: 'Name',
    render: ({ payer, name, last_four }) => (
      <Payer payer={payer} name={name} lastFour={last_four} />
    ),
  },
  { label: 'Verwendungszweck', isText: true, render: ({ text }) => text },
  {
    label: 'Betrag',
    isNumeric: true,
    render: ({ amount_cents }) => <MoneyField cents={amount_cents} />,
  },
]

/** The same on a phone. */
export const narrowMovement = ({ payer, name, text, amount_cents, booked_on }: Movement) => ({
  title: <Payer payer={payer} name={name} />,
  meta: text,
  aside: <MoneyField cents={amount_cents} />,
  asideMeta: <DayField on={booked_on} isShort />,
})
