import { type FormEvent, useEffect, useState } from 'react'
import {
  type ContractToTakeOver,
  contractToTakeOver,
  type HandOverOffer,
  takeContractOver,
} from '@/api/handOver'
import { RichText } from '@/components/RichText'
import { orderText } from '@/content/de/contract'
import { takeContractText as text } from '@/content/de/takeContract'
import { formatKwh } from '@/lib/germanNumbers'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import type { TakeOverProps } from '../own'
import { EMPTY, OwnFields, RELOADED, sentBy } from '../TakeOverForm'
import { Account } from './Account'
import { dayWords } from './dayWords'
import { WholeText } from './Texts'
import { Tick } from './Tick'

type Props = TakeOverProps & { offer: HandOverOffer }

/** A running contract that somebody offers: what goes over, its papers, and the order to take it. */
export function TakeContract(props: Props) {
  const { token, offer } = props
  const [found, setFound] = useState<ContractToTakeOver | null>(null)
  const { failure, run } = useCall()

  async function load() {
    const page = await run(() => contractToTakeOver(token))
    if (page) setFound(page)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    void load()
  }, [token])

  return (
    <section className="wrap house__rest" aria-labelledby="uebernehmen">
      <h2 id="uebernehmen" tabIndex={-1}>
        {text.what}
      </h2>
      <p>
        {text.whatText(offer.park_name, offer.spot_number, formatKwh(offer.figures.annual_kwh))}
      </p>
      {found && (
        <>
          <p>{text.whatDays(dayWords(found.first_day))}</p>
          <div className="order">
            <section className="order__part" aria-labelledby="texte">
              <h3 id="texte">{text.texts}</h3>
              <p>{text.textsLead}</p>
              <div>
                {found.texts.map((one) => (
                  <WholeText key={one.kind} text={one} />
                ))}
              </div>
            </section>
          </div>
          <TakeForm {...props} found={found} onStale={load} />
        </>
      )}
      <div role="status">
        {failure && (
          <>
            <p className="notice">
              {text.failed} {failure}
            </p>
            <button type="button" className="button button--line" onClick={load}>
              {text.again}
            </button>
          </>
        )}
      </div>
    </section>
  )
}

const BEGUN = {
  ...{ street: '', town: '', iban: '', account_holder: '' },
  ...{ is_other_person: false, holder_agrees: false, takes_over: false, gives_mandate: false },
}
/** The box of each declaration, by its purpose; the one about another person's account is next to the account. */
const BOX = { takeover: 'takes_over', mandate: 'gives_mandate' } as const

function TakeForm({
  found,
  offer,
  ...props
}: Props & { found: ContractToTakeOver; onStale: () => void }) {
  const form = useTaking(props, found)
  const { values, faults } = form
  const element = useFaultFocus(faults)
  const about = { postcode: '', holder_declaration: found.holder_declaration }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void form.take()
  }

  return (
    <form className="order" onSubmit={submit} ref={element} noValidate>
      <section className="order__part" aria-labelledby="angaben">
        <h3 id="angaben">{text.form}</h3>
        <p>{text.formText(offer.email)}</p>
        <OwnFields values={form.own} faults={faults} onType={form.setOwn} />
      </section>
      <Account form={{ values, faults, set: form.set }} offer={about} lead={text.account} />
      <section className="order__part" aria-labelledby="zustimmen">
        <h3 id="zustimmen">{text.declare}</h3>
        {found.declarations.map(
          ({ purpose, text: words }) =>
            (purpose === 'takeover' || purpose === 'mandate') && (
              <Tick key={purpose} form={form} name={BOX[purpose]} label={words} />
            ),
        )}
        <p className="small quiet">
          <RichText text={orderText.declare.privacy} />
        </p>
      </section>
      <section className="sheet order__sheet" aria-labelledby="kosten">
        <h3 id="kosten">{text.order}</h3>
        <p>{text.free}</p>
        <button className="button button--sun" type="submit" aria-disabled={form.busy || undefined}>
          {text.submit}
        </button>
        <p className="small quiet">{text.after}</p>
        <p role="status">{form.failure}</p>
      </section>
    </form>
  )
}

/** What is typed and declared, and the one call that takes it over. */
function useTaking(
  { token, onReload, onTaken, onStale }: TakeOverProps & { onStale: () => void },
  found: ContractToTakeOver,
) {
  const [own, setOwn] = useState(EMPTY)
  const [values, setValues] = useState(BEGUN)
  const [code, setCode] = useState('')
  const { busy, failure, faults, run } = useCall((refused) => {
    setCode(refused)
    if (refused === 'changed_meanwhile') onStale()
    else if (RELOADED.includes(refused)) onReload()
  })

  async function take() {
    const body = {
      ...sentBy(own),
      ...values,
      holder_agrees: values.is_other_person && values.holder_agrees,
      ...{ token, first_day: found.first_day },
    }
    if (await run(() => takeContractOver(body))) onTaken()
  }

  return {
    ...{ own, setOwn, values, busy, faults, take },
    set: (changed: Partial<typeof BEGUN>) => setValues({ ...values, ...changed }),
    failure: failure && (text.codes[code] ?? failure),
  }
}
