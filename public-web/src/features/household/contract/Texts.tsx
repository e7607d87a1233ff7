import { useState } from 'react'
import type { ContractOffer } from '@/api/contract'
import { orderText } from '@/content/de/contract'
import { formatEuro, formatRate } from '@/lib/germanNumbers'
import type { OrderForm } from './useOrder'

const text = orderText.texts
type Text = Pick<ContractOffer['texts'][number], 'title' | 'subtitle' | 'version' | 'sections'>

/** Every text of the contract, to read here or to keep as a file; what instalments cost comes first. */
export function Texts({ form, offer }: { form: OrderForm; offer: ContractOffer }) {
  const [kept, setKept] = useState(false)

  async function keep() {
    setKept(false)
    const file = await form.keep()
    if (!file) return
    save(file)
    setKept(true)
  }

  return (
    <section className="order__part" aria-labelledby="texte">
      <h3 id="texte">{text.title}</h3>
      {offer.needs_decision && <Credit offer={offer} />}
      <p>{text.lead}</p>
      <div>
        {offer.texts.map((one) => (
          <WholeText key={one.kind} text={one} />
        ))}
      </div>
      <button
        type="button"
        className="button button--line"
        aria-disabled={form.busy || undefined}
        onClick={keep}
      >
        {text.keep}
      </button>
      <p role="status">{kept && text.kept}</p>
    </section>
  )
}

/** The effective rate first, as large as nothing else; the nominal one last. */
function Credit({ offer: { figures } }: { offer: ContractOffer }) {
  const words = orderText.credit
  const rows = [
    [words.cash, figures.price_cents],
    [words.surcharge, figures.plan_total_cents - figures.price_cents],
    [words.rates(figures.plan_months), figures.instalment_cents],
    [words.last, figures.last_instalment_cents],
    [words.total, figures.plan_total_cents],
  ] as const
  return (
    <div className="order__credit">
      <h4>{words.title(figures.plan_months)}</h4>
      <p>
        <span className="figure">{formatRate(figures.effective_interest_bp)}</span>{' '}
        {words.effective}
      </p>
      <dl className="posts">
        {rows.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatEuro(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="small">{words.person}</p>
      <p className="small quiet">{words.nominal(formatRate(figures.nominal_interest_bp))}</p>
    </div>
  )
}

/** One text, folded. */
export function WholeText({ text: { title, subtitle, version, sections } }: { text: Text }) {
  return (
    <details className="order__text">
      <summary>{title}</summary>
      <p className="small quiet">{text.version(subtitle, version)}</p>
      {sections.map((section) => (
        <div key={section.title}>
          <h5>{section.title}</h5>
          {section.blocks.map((block) => (
            <p key={block} className={block.startsWith('- ') ? 'order__point' : undefined}>
              {block.replace(/^- /, '')}
            </p>
          ))}
        </div>
      ))}
    </details>
  )
}

/** Hands a file to the browser, which keeps it where the household wants. */
function save(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = text.file
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
