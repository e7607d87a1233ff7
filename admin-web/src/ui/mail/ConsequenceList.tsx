import { nothingLeaves } from '@/session/mailWords'

interface ConsequenceListProps {
  sentences: readonly string[] | undefined
  className?: string
}

/** What a step leads to; where it foretells a mail without a mail server, that none leaves. */
export function ConsequenceList({ sentences = [], className = '' }: ConsequenceListProps) {
  const tellsOfMail = sentences.some(
    (sentence) => /\bMails?\b/.test(sentence) && !sentence.includes('keine Mail'),
  )
  return (
    <ul className={`consequences ${className}`.trim()}>
      {[...sentences, ...(tellsOfMail ? nothingLeaves() : [])].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
