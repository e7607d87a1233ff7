import { TextField } from '@/components/Field'
import { orderText } from '@/content/de/contract'
import { Tick } from './Tick'

const text = orderText.account

export interface BankValues {
  iban: string
  account_holder: string
  is_other_person: boolean
  holder_agrees: boolean
}

/** A form with an account, and whatever else it has. */
export interface BankForm<Others = unknown> {
  values: BankValues & Others
  faults: Readonly<Record<string, string>>
  set: (changed: Partial<BankValues & Others>) => void
}

interface Props {
  form: BankForm
  ibanHint: string
  /** What is declared for another person's account. */
  agreed: string
}

/** Number and holder of an account, which may be another person's if that person agrees. */
export function BankFields({ form, ibanHint, agreed }: Props) {
  const field = (name: 'iban' | 'account_holder') => ({
    ...{ name, label: text[name], value: form.values[name], error: form.faults[name] },
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  const ticks: Parameters<typeof Tick<'is_other_person' | 'holder_agrees'>>[0]['form'] = form
  return (
    <>
      <TextField {...field('iban')} hint={ibanHint} autoComplete="off" spellCheck={false} />
      <TextField {...field('account_holder')} autoComplete="off" />
      <Tick form={ticks} name="is_other_person" label={text.other} />
      {form.values.is_other_person && <Tick form={ticks} name="holder_agrees" label={agreed} />}
    </>
  )
}
