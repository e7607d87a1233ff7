import { originQuestionText } from '@/content/de/originQuestion'
import { paths } from '@/lib/paths'

/**
 * The line that asks whether the origin may be remembered, as HTML beside React's tree. It lies in
 * a template, so that it is nowhere until the entry asks, and without scripts never. The element
 * around it is there from the start, as screen readers ignore a live region that comes with its text.
 */
export function OriginQuestionHtml() {
  const { label, question, more, yes, no } = originQuestionText
  return (
    <div id="herkunft" className="origin" role="status">
      <template>
        <section className="wrap" aria-label={label}>
          <p className="small">
            {question} <a href={`${paths.privacy}#gemerkte-herkunft`}>{more}</a>
          </p>
          <div>
            {[
              { ...yes, answer: 'yes' },
              { ...no, answer: 'no' },
            ].map((option) => (
              <button
                key={option.answer}
                type="button"
                className="button button--line button--small"
                data-answer={option.answer}
                data-done={option.done}
              >
                {option.label}
              </button>
            ))}
          </div>
        </section>
      </template>
    </div>
  )
}
