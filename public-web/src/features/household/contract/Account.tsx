import { TextField } from '@/components/Field'
import { orderText } from '@/content/de/contract'
import { Tick } from './Tick'
import type { TextName } from './useOrder'

const text = orderText.account
type Values = Record<TextName, string> & Record<'is_other_person' | 'holder_agrees', boolean>

interface Props {
  form: {
    values: Values
    faults: Readonly<Record<string, string>>
    set: (changed: Partial<Values>) => void
  }
  offer: { postcode: string; holder_declaration: string }
  /** What the account is for. */
  lead?: string
}

/** Where the household lives, and whose account is used: asked for with the contract and nowhere before. */
export function Account({ form, offer, lead = text.lead }: Props) {
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
        hint={offer.postcode && text.townHint(offer.postcode)}
        autoComplete="address-level2"
      />
      <p>{lead}</p>
      <TextField {...field('iban')} hint={text.ibanHint} autoComplete="off" spellCheck={false} />
      <TextField {...field('account_holder')} autoComplete="off" />
      <Tick form={form} name="is_other_person" label={text.other} />
      {form.values.is_other_person && (
        <Tick form={form} name="holder_agrees" label={offer.holder_declaration} />
      )}
    </section>
  )
}
