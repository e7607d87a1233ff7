import './faqs.css'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { faqsText } from '@/content/de/faqs'
import { paths } from '@/lib/paths'
import { Plan } from './Plan'
import { Question } from './Question'
import { openQuestion, reveal } from './reveal'

export default function FaqsPage() {
  const { title, lead, questions, more, contact } = faqsText
  const { hash, key } = useLocation()
  const [open, setOpen] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address can be asked for again
  useEffect(() => {
    if (hash) reveal(hash.slice(1))
    setOpen(openQuestion())
  }, [hash, key])

  return (
    <div className="faqs wrap">
      <header className="faqs__head">
        <h1>{title}</h1>
        <p className="lead quiet">{lead}</p>
      </header>
      <Plan open={open} />
      <div className="faqs__list">
        {questions.map((question, index) => (
          <Question
            key={question.id}
            question={question}
            number={index + 1}
            onToggle={() => setOpen(openQuestion())}
          />
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
