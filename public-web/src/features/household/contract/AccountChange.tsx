import { type FormEvent, useRef, useState } from 'react'
import { type Contract, changeAccount, type OwnContract } from '@/api/contract'
import { orderText, standingText } from '@/content/de/contract'
import { formatMoment } from '@/lib/germanMoments'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { afterRefusal, type OwnProps } from '../own'
import { BankFields } from './BankFields'
import { Tick } from './Tick'

const text = standingText.otherAccount

interface Props extends OwnProps {
  contract: Contract
  onAsked: (found: OwnContract) => void
}

/** The way to another account: nothing changes before the link in the mail is pressed. */
export function AccountChange({ contract, onAsked, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const head = useRef<HTMLParagraphElement>(null)
  const { account_asked: asked } = contract

  function done(found: OwnContract) {
    setOpen(false)
    onAsked(found)
    head.current?.focus()
  }

  return (
    <>
      <p className={asked ? 'notice' : undefined} tabIndex={-1} ref={head}>
        {asked && text.asked(asked.last_four, formatMoment(new Date(asked.until)))}
      </p>
      <details
        className="order__text"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{text.title}</summary>
        <Form contract={contract} onAsked={done} {...props} />
      </details>
    </>
  )
}

const NOTHING = { is_other_person: false, holder_agrees: false, gives_mandate: false }

function Form({ contract, onAsked, ...props }: Props) {
  const [values, setValues] = useState({ iban: '', account_holder: '', ...NOTHING })
  const { busy, failure, faults, run } = useCall(afterRefusal(props))
  const element = useFaultFocus(faults)
  const declared = (what: 'mandate' | 'holder') =>
    contract.account_declarations.find(({ purpose }) => purpose === what)?.text ?? ''
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  const form = { values, faults, set }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const holder_agrees = values.is_other_person && values.holder_agrees
    const found = await run(() => changeAccount({ ...values, holder_agrees }))
    if (!found) return
    setValues({ iban: '', account_holder: '', ...NOTHING })
    onAsked(found)
  }

  return (
    <form className="order__part" onSubmit={submit} ref={element} noValidate>
      <p>{text.lead}</p>
      <BankFields form={form} ibanHint={orderText.account.ibanHint} agreed={declared('holder')} />
      <Tick form={form} name="gives_mandate" label={declared('mandate')} />
      <p className="small quiet">{text.debits}</p>
      <button className="button button--line" type="submit" aria-disabled={busy || undefined}>
        {text.button}
      </button>
      <p role="status">{failure}</p>
    </form>
  )
}
