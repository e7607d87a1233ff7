import './faqs.css'
import { Link } from '@/components/Link'
import { faqsText } from '@/content/de/faqs'
import { paths } from '@/lib/paths'
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
