import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import type { Question as QuestionText } from '@/content/de/faqs'
import { figureText } from '@/content/de/figures'

interface Props {
  question: QuestionText
  number: number
}

/**
 * A question that opens on its answer. The browser closes the others of the same name, without
 * scripts too. The id is the answer's, because browsers open the details around the target of a
 * link by themselves.
 */
export function Question({ question: { id, question, answer, source }, number }: Props) {
  return (
    <details className="faq" name="faq">
      <summary>
        <span className="faq__cell figure" aria-hidden="true">
          {number}
        </span>
        <h2>{question}</h2>
      </summary>
      <div className="faq__answer" id={id}>
        {answer.map((paragraph) => (
          <p key={paragraph}>
            <RichText text={paragraph} />
          </p>
        ))}
        {source && <Source label={figureText.whereFrom}>{source}</Source>}
      </div>
    </details>
  )
}
