import type { ContractOffer } from '@/api/contract'
import { TextField } from '@/components/Field'
import { orderText } from '@/content/de/contract'
import { BankFields } from './BankFields'
import type { OrderForm } from './useOrder'

const text = orderText.account

/** Where the household lives, and whose account is used: asked for with the contract and nowhere before. */
export function Account({ form, offer }: { form: OrderForm; offer: ContractOffer }) {
  const field = (name: 'street' | 'town') => ({
    ...{ name, label: text[name], value: form.values[name], error: form.faults[name] },
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  return (
    <section className="order__part" aria-labelledby="konto">
      <h3 id="konto">{text.title}</h3>
      <TextField {...field('street')} autoComplete="street-address" />
      <TextField
        {...field('town')}
        hint={text.townHint(offer.postcode)}
        autoComplete="address-level2"
      />
      <p>{text.lead}</p>
      <BankFields
        form={form}
        ibanHint={`${text.ibanHint} ${text.ibanAgain}`}
        agreed={offer.holder_declaration}
      />
    </section>
  )
}
