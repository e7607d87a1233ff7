import './invest.css'
import { type FormEvent, useRef } from 'react'
import { Link } from '@/components/Link'
import { investText } from '@/content/de/invest'
import { paths } from '@/lib/paths'
import { AmountField } from './AmountField'
import { minimumOf } from './choices'
import { PaymentChoice } from './PaymentChoice'
import { ProjectChoice } from './ProjectChoice'
import { SavingsCard } from './SavingsCard'
import { SubmitButtons } from './SubmitButtons'
import { useChoices } from './useChoices'

/** A new share: project, amount, payment method, and what the assumed return would save. */
export default function InvestPage() {
  const form = useRef<HTMLFormElement>(null)
  const { choices, set, enquire } = useChoices(form)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    enquire()
  }

  return (
    <div className="invest wrap">
      <Intro />
      {/* Pressed before React is there, a form of method "dialog" does nothing. */}
      <form ref={form} method="dialog" noValidate onSubmit={onSubmit}>
        <div className="invest__choices">
          <ProjectChoice chosen={choices.project} onChoose={(id) => set('project', id)} />
          <AmountField
            amount={choices.amount}
            minimum={minimumOf(choices)}
            onChange={(amount) => set('amount', amount)}
          />
          <PaymentChoice chosen={choices.payment} onChoose={(id) => set('payment', id)} />
        </div>
        <SavingsCard choices={choices} />
        <SubmitButtons choices={choices} />
      </form>
    </div>
  )
}

function Intro() {
  const { back, title, lead, sample, noScript } = investText
  return (
    <div className="invest__intro">
      <Link className="invest__back" to={paths.dashboard}>
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path fill="none" stroke="currentColor" strokeWidth="2" d="M20 12H5M11 5l-7 7 7 7" />
        </svg>
        {back}
      </Link>
      <h1>{title}</h1>
      <p className="lead quiet">{lead}</p>
      <p className="invest__sample small">
        <strong>{sample.label}</strong> {sample.text}
      </p>
      <noscript>
        <p className="notice">
          {noScript.text} <a href={paths.contact}>{noScript.link}</a>
        </p>
      </noscript>
    </div>
  )
}
