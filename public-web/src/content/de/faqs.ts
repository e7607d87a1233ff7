/** A question with the paragraphs of its answer, which may hold `**bold**` and `[label](target)`. */
export interface Question {
  id: string
  question: string
  answer: readonly string[]
}

export const faqsText: { title: string; questions: readonly Question[] } = {
  title: 'Häufig gestellte Fragen',
  questions: [],
}
