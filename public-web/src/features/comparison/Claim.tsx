import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import { claimText } from '@/content/de/comparisonSources'
import { figureText } from '@/content/de/figures'
import { typeset } from '@/lib/typeset'

/** The marketing claim beside what our own assumptions give, and what it leaves out. */
export function Claim() {
  const { lead, figure, condition, points, source, effective } = claimText
  return (
    <div className="claim">
      <div>
        <p>{lead}</p>
        <p className="claim__figure">
          <span className="figure">{figure}</span>
          <span>{condition}</span>
        </p>
        <Source label={figureText.whereFrom}>{typeset(source)}</Source>
      </div>
      <div>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <RichText text={point} />
            </li>
          ))}
        </ul>
        <Source label={effective.label}>{typeset(effective.text)}</Source>
      </div>
    </div>
  )
}
