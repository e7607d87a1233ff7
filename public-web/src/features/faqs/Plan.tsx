import { faqsText } from '@/content/de/faqs'
import { reveal } from './reveal'

/** The twelve questions as parcels seen from above, to jump to one on a wide screen. */
export function Plan({ open }: { open: string | null }) {
  return (
    <nav className="plan" aria-label={faqsText.plan}>
      <ol>
        {faqsText.questions.map(({ id, topic }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === open ? 'true' : undefined}
              onClick={() => reveal(id)}
            >
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
