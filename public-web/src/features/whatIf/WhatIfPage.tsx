import './whatIf.css'
import { RichText } from '@/components/RichText'
import { saleText, troubles, whatIfText } from '@/content/de/whatIf'
import { typeset } from '@/lib/typeset'
import { Scene } from './Scene'
import { UnderTheLens } from './UnderTheLens'

/** What can go wrong, with an answer to each. */
export default function WhatIfPage() {
  const { title, lead, asks } = whatIfText
  return (
    <section className="wrap what-if">
      <h1>{title}</h1>
      <p className="lead">{typeset(lead)}</p>
      <div className="what-if__land">
        {troubles.map(({ id, title, paragraphs }) => (
          <article key={id} className={`what-if__field what-if__field--${id}`}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <RichText text={paragraph} />
              </p>
            ))}
            <Scene of={id} />
          </article>
        ))}
        <Sale />
      </div>
      <UnderTheLens />
      <p>
        <RichText text={asks} />
      </p>
    </section>
  )
}

function Sale() {
  const { title, text, caption, columns, rows, note } = saleText
  return (
    <article className="what-if__field what-if__field--sale">
      <h2>{title}</h2>
      <p>{typeset(text)}</p>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {Object.values(columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ after, credits, price, difference, isLoss }) => (
            <tr key={after}>
              <th scope="row" data-label={columns.after}>
                {after}
              </th>
              <td data-label={columns.credits}>{credits}</td>
              <td data-label={columns.price}>{price}</td>
              <td data-label={columns.difference} data-loss={isLoss || undefined}>
                {difference}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{typeset(note)}</p>
      <Scene of="sale" />
    </article>
  )
}
