import { ConsequenceList } from '@/ui/mail/ConsequenceList'

interface ConsequencesProps {
  preview: { consequences: string[]; lasting: string } | undefined
}

/** What follows from a decision about a park, and until when it can be taken back. */
export function Consequences({ preview }: ConsequencesProps) {
  if (!preview)
    return (
      <p className="muted" role="status">
        Folgen werden ermittelt
      </p>
    )
  return (
    <div>
      <h3>Was passiert</h3>
      <ConsequenceList sentences={preview.consequences} />
      <p className="caution">{preview.lasting}</p>
    </div>
  )
}
