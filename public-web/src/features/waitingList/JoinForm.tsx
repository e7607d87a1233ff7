import { type FormEvent, useEffect, useState } from 'react'
import { type Entry, joinList, type Wish } from '@/api/waitingList'
import { EmailField } from '@/components/EmailField'
import { TextField } from '@/components/Field'
import { RichText } from '@/components/RichText'
import { didYouMean } from '@/content/de/emailQuestion'
import { waitingText } from '@/content/de/waitingList'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { typedIn } from '@/lib/own/useTypedText'
import { keptContact } from '@/lib/reservation/contactMemory'
import { restoreDraft } from '@/lib/reservation/draft'
import { INITIAL_VALUES, type ReservationValues } from '@/lib/reservation/fields'
import { typedOf } from './listBody'
import { WishChoice } from './WishChoice'
import { wishName } from './words'

const text = waitingText.list

/** Two fields and one button; all else is kept from the reservation form. */
export function JoinForm({ park, onEntered }: { park: string; onEntered: (entry: Entry) => void }) {
  const { kept, wish, setWish, name, setName, email, setEmail } = useKept()
  const [changes, setChanges] = useState(false)
  const { busy, failure, faults, run } = useCall()
  const form = useFaultFocus(faults)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = { park, name, email, ...wish, typed: typedOf(kept) }
    const entered = await run(() => joinList(body))
    if (entered) onEntered(entered)
  }

  return (
    <form className="join" method="dialog" onSubmit={submit} ref={form} noValidate>
      <TextField
        name="name"
        label={text.name}
        error={faults.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="name"
        maxLength={120}
      />
      <EmailField
        name="email"
        label={text.email}
        error={faults.email}
        value={email}
        onType={setEmail}
        didYouMean={didYouMean}
      />
      {changes ? (
        <WishChoice wish={wish} onChange={setWish} />
      ) : (
        <p className="small">
          {waitingText.list.wish(...wishName(wish))}{' '}
          <button type="button" className="textual" onClick={() => setChanges(true)}>
            {text.change}
          </button>
        </p>
      )}
      <button className="button button--sun" type="submit" aria-disabled={busy || undefined}>
        {text.join}
      </button>
      <div role="status">{failure && <p className="notice">{failure}</p>}</div>
      <p className="small quiet">
        <RichText text={text.privacy} />
      </p>
    </form>
  )
}

/** What the reservation form kept in this browser, taken over once it is known. */
function useKept() {
  const [kept, setKept] = useState<ReservationValues>(INITIAL_VALUES)
  const [wish, setWish] = useState<Wish>(wishOf(INITIAL_VALUES))
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  useEffect(() => {
    const found = { ...INITIAL_VALUES, ...restoreDraft(), ...keptContact() }
    setKept(found)
    setWish(wishOf(found))
    setName(typedIn('name') || `${found.first_name} ${found.last_name}`.trim())
    setEmail(typedIn('email') || found.email)
  }, [])
  return { kept, wish, setWish, name, setName, email, setEmail }
}

/** Our own packages are the ones the server knows. */
const wishOf = ({ annual_kwh, payment_plan }: ReservationValues): Wish =>
  ({ annual_kwh, payment_plan }) as Wish
