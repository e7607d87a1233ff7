import { faqsText } from '@/content/de/faqs'

/** The twelve questions as parcels seen from above, to jump to one on a wide screen. */
export function Plan() {
  return (
    <nav className="plan" aria-label={faqsText.plan}>
      <ol>
        {faqsText.questions.map(({ id, topic }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="figure" aria-hidden="true">
                {index + 1}
              </span>
              {topic}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
