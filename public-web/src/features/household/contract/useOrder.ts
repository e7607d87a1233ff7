import { useState } from 'react'
import { type ContractOffer, draftContract, type OwnContract, orderContract } from '@/api/contract'
import { orderText } from '@/content/de/contract'
import { useCall } from '@/lib/own/useCall'
import { afterRefusal, type OwnProps } from '../own'
import { forgetDraft, keepDraft, keptDraft } from './draft'

const TEXTS = ['street', 'town', 'iban', 'account_holder'] as const
const BOXES = [
  'is_other_person',
  'holder_agrees',
  'agrees_to_contract',
  'gives_mandate',
  'wants_credit',
] as const

export type TextName = (typeof TEXTS)[number]
export type BoxName = (typeof BOXES)[number]
/** What can be missing, in the order of the page. */
export type Missing = TextName | Exclude<BoxName, 'is_other_person'>
export type Values = Record<TextName, string> & Record<BoxName, boolean>

export interface OrderForm {
  values: Values
  faults: Readonly<Record<string, string>>
  busy: boolean
  failure: string | null
  missing: readonly Missing[]
  set: (changed: Partial<Values>) => void
  order: () => Promise<void>
  /** The papers as a file; null if there are none. */
  keep: () => Promise<Blob | null>
}

const NONE: Readonly<Record<string, string>> = {}

/** What the household enters and declares, kept over a reload, and what comes of it. */
export function useOrder(
  props: OwnProps,
  offer: ContractOffer,
  onOrdered: (found: OwnContract) => void,
): OrderForm {
  const { reference } = props.own
  const [values, setValues] = useState<Values>(() => ({ ...begun(offer), ...keptDraft(reference) }))
  const [left, setLeft] = useState(NONE)
  const { busy, failure, faults, run } = useCall(afterRefusal(props))
  const missing = missingOf(values, offer.figures.plan_months > 0)
  const { street, town, iban, account_holder, is_other_person, holder_agrees } = values
  const entered = {
    ...{ street, town, iban, account_holder, is_other_person },
    holder_agrees: is_other_person && holder_agrees,
    fingerprint: offer.fingerprint,
  }

  function set(changed: Partial<Values>) {
    const next = { ...values, ...changed }
    setValues(next)
    keepDraft(reference, next)
  }

  async function order() {
    setLeft(missing.length > 0 ? sentencesFor(missing) : NONE)
    if (missing.length > 0) return
    const declared = { agrees_to_contract: true, gives_mandate: true } as const
    const { wants_credit } = values
    const found = await run(() => orderContract({ ...entered, ...declared, wants_credit }))
    if (!found) return
    forgetDraft()
    onOrdered(found)
  }

  async function keep() {
    setLeft(NONE)
    return run(() => draftContract(entered))
  }

  return { values, faults: left === NONE ? faults : left, busy, failure, missing, set, order, keep }
}

/** Nothing is ticked beforehand. */
const begun = ({ name, street, town }: ContractOffer): Values => ({
  ...{ street, town, iban: '', account_holder: name },
  ...{ is_other_person: false, holder_agrees: false },
  ...{ agrees_to_contract: false, gives_mandate: false, wants_credit: false },
})

function missingOf(values: Values, isCredit: boolean): readonly Missing[] {
  const boxes: Missing[] = [
    ...(values.is_other_person ? ['holder_agrees' as const] : []),
    'agrees_to_contract',
    'gives_mandate',
    ...(isCredit ? ['wants_credit' as const] : []),
  ]
  return [...TEXTS.filter((name) => !values[name].trim()), ...boxes.filter((name) => !values[name])]
}

const sentencesFor = (missing: readonly Missing[]) =>
  Object.fromEntries(missing.map((name) => [name, orderText.missing[name]]))
