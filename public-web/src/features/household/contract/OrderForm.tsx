import type { FormEvent } from 'react'
import type { ContractOffer, OwnContract } from '@/api/contract'
import { MoneyRows } from '@/components/MoneyRows'
import { PackageModules } from '@/components/own/PackageModules'
import { RichText } from '@/components/RichText'
import { orderText as text } from '@/content/de/contract'
import { moneyRows } from '@/content/de/moneyBlock'
import { formatKwh } from '@/lib/germanNumbers'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import type { OwnProps } from '../own'
import { Account } from './Account'
import { dayWords } from './dayWords'
import { Texts } from './Texts'
import { Tick } from './Tick'
import { type OrderForm as Form, useOrder } from './useOrder'

/** The box of each declaration, by its purpose; the one about another person's account is next to the account. */
const BOX = {
  contract: 'agrees_to_contract',
  mandate: 'gives_mandate',
  credit: 'wants_credit',
  holder: 'holder_agrees',
} as const

interface Props extends OwnProps {
  offer: ContractOffer
  onOrdered: (found: OwnContract) => void
}

/** Address and account, the texts, the order. Nothing comes between the summary and its button. */
export function OrderForm({ offer, onOrdered, ...props }: Props) {
  const form = useOrder(props, offer, onOrdered)
  const element = useFaultFocus(form.faults)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void form.order()
  }

  return (
    <form className="order" onSubmit={submit} ref={element} noValidate>
      <Account form={form} offer={offer} />
      <Texts form={form} offer={offer} />
      <section className="order__part" aria-labelledby="zustimmen">
        <h3 id="zustimmen">{text.declare.title}</h3>
        {offer.declarations.map(({ purpose, text: words }) => (
          <Tick key={purpose} form={form} name={BOX[purpose]} label={words} />
        ))}
        <p className="small quiet">
          <RichText text={text.declare.privacy} />
        </p>
        <p className="notice">{text.withdraw(dayWords(offer.withdraw_until))}</p>
      </section>
      <Summary form={form} offer={offer} {...props} />
    </form>
  )
}

function Summary({ form, offer, own }: { form: Form; offer: ContractOffer } & OwnProps) {
  const { figures, prices } = offer
  const words = text.order
  return (
    <section className="sheet order__sheet" aria-labelledby="bestellung">
      <div className="sheet__head">
        <h3 id="bestellung">{words.title}</h3>
        <PackageModules kwh={figures.annual_kwh} />
      </div>
      <p>
        {words.what(own.spot_number, figures.package, formatKwh(figures.annual_kwh), own.park.name)}
      </p>
      <MoneyRows rows={moneyRows(figures)} />
      <h4>{words.when}</h4>
      <ul>
        {prices.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button className="button button--sun" type="submit" aria-disabled={form.busy || undefined}>
        {words.button}
      </button>
      {form.missing.length > 0 && <WhatIsMissing form={form} />}
      <p className="small quiet">{words.after}</p>
      <p role="status">{form.failure}</p>
    </section>
  )
}

function WhatIsMissing({ form }: { form: Form }) {
  return (
    <p className="small">
      {text.order.missing}{' '}
      {form.missing.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a
            href={`#${name}`}
            onClick={(event) => {
              event.preventDefault()
              document.getElementById(name)?.focus()
            }}
          >
            {text.short[name]}
          </a>
        </span>
      ))}
    </p>
  )
}
