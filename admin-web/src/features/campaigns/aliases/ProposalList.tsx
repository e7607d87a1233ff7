import { formatNumber } from '@/lib/format'
import { RowButton } from '@/ui/list/RowButton'
import { Section } from '@/ui/page/Section'
import { counted } from '../development'
import { REASONS, type SeenValue } from './alias'

interface ProposalListProps {
  values: readonly SeenValue[]
  onJoin: (raw: string, canonical: string) => void
}

/** Values that probably mean the same as another one. Nothing is joined before its effect was seen. */
export function ProposalList({ values, onJoin }: ProposalListProps) {
  const proposed = values.flatMap((value) =>
    value.proposal ? [{ ...value, proposal: value.proposal }] : [],
  )
  if (proposed.length === 0) return null
  return (
    <Section title="Gehört das zusammen?">
      <ul className="row-list" aria-label="Vorschläge">
        {proposed.map(({ raw, proposal, sessions, reservations }) => (
          <li key={raw}>
            <p>
              <b>
                {raw} → {proposal.canonical}
              </b>
              <small className="muted">{REASONS[proposal.reason]}</small>
            </p>
            <p>
              {counted(sessions, 'eine Sitzung', 'Sitzungen')}
              {reservations > 0 && (
                <small className="muted">
                  {formatNumber(reservations)}{' '}
                  {reservations === 1 ? 'berührte Reservierung' : 'berührte Reservierungen'}
                </small>
              )}
            </p>
            <p className="buttons">
              <RowButton
                label="Zusammenführen"
                what={`${raw} zählt als ${proposal.canonical}`}
                onClick={() => onJoin(raw, proposal.canonical)}
              />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
