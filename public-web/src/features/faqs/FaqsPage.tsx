import './faqs.css'
import { Link } from '@/components/Link'
import { faqsText } from '@/content/de/faqs'
import { lawAnswersText } from '@/content/de/lawAnswers'
import { paths } from '@/lib/paths'
import { typeset } from '@/lib/typeset'
import { Question } from './Question'

export default function FaqsPage() {
  const { title, lead, questions, more, contact } = faqsText
  return (
    <div className="faqs wrap">
      <header className="faqs__head">
        <h1>{title}</h1>
        <p className="lead quiet">{lead}</p>
      </header>
      <div className="faqs__list">
        {questions.map((question, index) => (
          <Question key={question.id} question={question} number={index + 1} />
        ))}
        <LawAnswers />
        <div className="faqs__more">
          <h2>{more}</h2>
          <Link className="button button--line" to={paths.contact}>
            {contact}
          </Link>
        </div>
      </div>
    </div>
  )
}

/** Beside the twelve: no accordion, and with the day on which the law was read. */
function LawAnswers() {
  const { title, answers, stand } = lawAnswersText
  return (
    <section className="faqs__law">
      <h2>{title}</h2>
      {answers.map(({ id, question, answer }) => (
        <article key={id} id={id}>
          <h3>{question}</h3>
          <p>{typeset(answer)}</p>
        </article>
      ))}
      <p className="small quiet">{stand}</p>
    </section>
  )
}
