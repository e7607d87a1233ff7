import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { askHandOver, offerContract, withdrawHandOver } from '@/api/handOver'
import { TextField } from '@/components/Field'
import { handOverFormText as text } from '@/content/de/handOverForm'
import { householdFormsText } from '@/content/de/householdForms'
import { formatDeadline } from '@/lib/germanMoments'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { useSending } from '@/lib/useSending'
import { afterRefusal, type OwnProps } from './own'

type Faults = Readonly<Record<string, string>>

/** Two steps: who it is, then what happens. Only the second one sends anything. */
export function HandOverForm(props: OwnProps & { onDone: () => void }) {
  const { onChanged, onDone } = props
  const isContract = props.own.state === 'active'
  const [values, setValues] = useState({ name: '', email: '' })
  const [checking, setChecking] = useState(false)
  const [missing, setMissing] = useState<Faults>({})
  const { busy, failure, faults, run } = useWordedCall(props)
  const wrong = useMemo(() => ({ ...missing, ...faults }), [missing, faults])

  function next(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = faultsOf(values)
    setMissing(found)
    if (Object.keys(found).length === 0) setChecking(true)
  }

  async function send(gives: boolean) {
    const { name, email } = values
    const changed = await run(() =>
      isContract ? offerContract(name, email, gives) : askHandOver(name, email),
    )
    if (changed) onChanged(changed)
    else setChecking(false)
  }

  if (checking) {
    const shared = { ...values, busy, onSend: send, onBack: () => setChecking(false) }
    return <Check {...shared} isContract={isContract} />
  }
  return (
    <WhoForm
      values={values}
      faults={wrong}
      failure={failure}
      onChange={(field, value) => setValues({ ...values, [field]: value })}
      onSubmit={next}
      onCancel={onDone}
    />
  )
}

function faultsOf({ name, email }: { name: string; email: string }): Faults {
  const found: Record<string, string> = {}
  if (!name.trim()) found.name = text.nameMissing
  if (!email.trim()) found.email = householdFormsText.emailMissing
  else if (!email.includes('@')) found.email = householdFormsText.emailWrong
  return found
}

interface WhoProps {
  values: { name: string; email: string }
  faults: Faults
  failure: string | null
  onChange: (field: 'name' | 'email', value: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
}

function WhoForm({ values, faults, failure, onChange, onSubmit, onCancel }: WhoProps) {
  const form = useFaultFocus(faults)
  const first = useRef(true)
  const isClean = Object.keys(faults).length === 0
  useEffect(() => {
    // Opened by a press: the first field is what comes next.
    if (first.current && isClean) form.current?.querySelector('input')?.focus()
    first.current = false
  }, [form, isClean])
  return (
    <form onSubmit={onSubmit} ref={form} noValidate>
      <TextField
        name="hand_over_name"
        label={text.name}
        error={faults.name}
        value={values.name}
        onChange={(event) => onChange('name', event.target.value)}
        autoComplete="off"
        maxLength={100}
      />
      <TextField
        name="hand_over_email"
        label={text.email}
        hint={text.emailHint}
        error={faults.email}
        type="email"
        value={values.email}
        onChange={(event) => onChange('email', event.target.value)}
        autoComplete="off"
        maxLength={254}
      />
      <div className="buttons">
        <button className="button button--line button--small" type="submit">
          {text.next}
        </button>
        <button type="button" className="textual" onClick={onCancel}>
          {text.cancel}
        </button>
      </div>
      <p role="status">{failure}</p>
    </form>
  )
}

interface CheckProps {
  name: string
  email: string
  busy: boolean
  /** It is a contract, given away by a declaration. */
  isContract: boolean
  onSend: (gives: boolean) => void
  onBack: () => void
}

function Check({ name, email, busy, isContract, onSend, onBack }: CheckProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  const [gives, setGives] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isReady = gives || !isContract
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <p tabIndex={-1} ref={heading}>
        <strong>{text.to(name.trim(), email.trim())}</strong>
      </p>
      <p>{text.check}</p>
      <ol className="pass-on__steps">
        {(isContract ? text.contract : text).steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {isContract && <Gives isGiven={gives} isMissing={isMissing && !gives} onChange={setGives} />}
      <div className="buttons">
        <button
          type="button"
          className="button button--line button--small"
          aria-disabled={busy || undefined}
          onClick={() => (isReady ? onSend(gives) : setMissing(true))}
        >
          {text.send}
        </button>
        <button type="button" className="textual" onClick={onBack}>
          {text.back}
        </button>
      </div>
    </>
  )
}

interface GivesProps {
  isGiven: boolean
  isMissing: boolean
  onChange: (isGiven: boolean) => void
}

/** What is declared by the offer, never ticked beforehand. */
function Gives({ isGiven, isMissing, onChange }: GivesProps) {
  return (
    <div className="consent">
      <input
        type="checkbox"
        id="gives"
        name="gives"
        checked={isGiven}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? 'gives-fehler' : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="gives">{text.contract.gives}</label>
        {isMissing && (
          <p className="field__error" id="gives-fehler">
            {text.contract.missing}
          </p>
        )}
      </div>
    </div>
  )
}

type OfferProps = OwnProps & {
  offer: NonNullable<OwnProps['own']['hand_over']>
  /** Just made, in this browser. */
  isNew: boolean
}

/** The offer nobody has answered yet. */
export function OpenOffer({ offer, isNew, ...props }: OfferProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const { busy, failure, run } = useWordedCall(props)
  const deadline = formatDeadline(new Date(offer.answer_by), new Date())
  const sending = useSending()

  async function withdraw() {
    const changed = await run(withdrawHandOver)
    if (changed) props.onChanged(changed)
  }

  return (
    <div className="pass-on">
      <h4 ref={heading} tabIndex={-1}>
        {text.open(offer.name)}
      </h4>
      <p role="status">{sending(text.openText(offer.email, deadline))}</p>
      <button
        type="button"
        className="button button--line button--small"
        aria-disabled={busy || undefined}
        onClick={withdraw}
      >
        {text.withdraw}
      </button>
      <p role="status">{failure}</p>
    </div>
  )
}

/** A call whose refusals this form has words for. */
function useWordedCall(props: OwnProps) {
  const [code, setCode] = useState('')
  const call = useCall((refused) => {
    setCode(refused)
    afterRefusal(props)(refused)
  })
  return { ...call, failure: call.failure && (text.codes[code] ?? call.failure) }
}
