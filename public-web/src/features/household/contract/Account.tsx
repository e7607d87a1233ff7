import type { ContractOffer } from '@/api/contract'
import { TextField } from '@/components/Field'
import { orderText } from '@/content/de/contract'
import { Tick } from './Tick'
import type { OrderForm, TextName } from './useOrder'

const text = orderText.account

/** Where the household lives, and whose account is used: asked for with the contract and nowhere before. */
export function Account({ form, offer }: { form: OrderForm; offer: ContractOffer }) {
  const field = (name: TextName) => ({
    name,
    label: text[name],
    value: form.values[name],
    error: form.faults[name],
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
      <TextField {...field('iban')} hint={text.ibanHint} autoComplete="off" spellCheck={false} />
      <TextField {...field('account_holder')} autoComplete="off" />
      <Tick form={form} name="is_other_person" label={text.other} />
      {form.values.is_other_person && (
        <Tick form={form} name="holder_agrees" label={offer.holder_declaration} />
      )}
    </section>
  )
}
