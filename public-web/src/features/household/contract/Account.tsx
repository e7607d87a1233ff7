import { TextField } from '@/components/Field'
import { orderText } from '@/content/de/contract'
import { BankFields, type BankForm } from './BankFields'

const text = orderText.account
interface Props {
  form: BankForm<Record<'street' | 'town', string>>
  offer: { postcode: string; holder_declaration: string }
  /** What the account is for. */
  lead?: string
}

/** Where the household lives, and whose account is used: asked for with the contract and nowhere before. */
export function Account({ form, offer, lead = text.lead }: Props) {
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
        hint={offer.postcode && text.townHint(offer.postcode)}
        autoComplete="address-level2"
      />
      <p>{lead}</p>
      <BankFields
        form={form}
        ibanHint={`${text.ibanHint} ${text.ibanAgain}`}
        agreed={offer.holder_declaration}
      />
    </section>
  )
}
