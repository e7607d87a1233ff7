import './whatIf.css'
import type { ReactNode } from 'react'
import { RichText } from '@/components/RichText'
import { saleText, type Trouble, troubles, whatIfText } from '@/content/de/whatIf'
import { typeset } from '@/lib/typeset'
import { Scene } from './Scene'
import { UnderTheLens } from './UnderTheLens'

/** The two that cost most or nothing: what is not secured nobody has to look for. */
const OPEN: readonly Trouble[] = ['insolvency', 'noPark']

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
            <Answer title={title} isOpen={OPEN.includes(id)}>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>
                  <RichText text={paragraph} />
                </p>
              ))}
            </Answer>
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

/** A trouble that opens on its answer. */
function Answer({ title, isOpen, children }: AnswerProps) {
  return (
    <details open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  )
}

interface AnswerProps {
  title: string
  isOpen?: boolean
  children: ReactNode
}

function Sale() {
  const { title, text, caption, columns, rows, note } = saleText
  return (
    <article className="what-if__field what-if__field--sale">
      <Answer title={title}>
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
      </Answer>
      <Scene of="sale" />
    </article>
  )
}
