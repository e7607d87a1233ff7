import './comparison.css'
import type { ReactNode } from 'react'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { closingText, introText, tableText } from '@/content/de/comparison'
import { assumptionsText, claimText } from '@/content/de/comparisonSources'
import { paths } from '@/lib/paths'
import { useReserveOffer } from '@/lib/placesFree'
import { typeset } from '@/lib/typeset'
import { Assumptions } from './Assumptions'
import { Claim } from './Claim'
import { ComparisonTable } from './ComparisonTable'

/** The answer on one screen; the figures behind it are folded. */
export default function ComparisonPage() {
  return (
    <>
      <Intro />
      <section className="wrap">
        <Folded title={tableText.title}>
          <ComparisonTable />
        </Folded>
        <Folded title={assumptionsText.title}>
          <Assumptions />
        </Folded>
        <Folded title={claimText.title}>
          <Claim />
        </Folded>
      </section>
      <Closing />
    </>
  )
}

/** The result first: which way fits whom, and what it leaves. */
function Intro() {
  const { title, lead, left, ways, caveat } = introText
  return (
    <section className="versus wrap">
      <h1>{title}</h1>
      <p className="lead">
        <RichText text={lead} />
      </p>
      <dl>
        {ways.map(({ id, name, advice, net }) => (
          <div key={id} className={id === 'share' ? 'versus__ours' : undefined}>
            <dt>{name}</dt>
            <dd>{typeset(advice)}</dd>
            <dd>
              {typeset(left)}
              <b>{net}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{typeset(caveat)}</p>
    </section>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="folded">
      <summary>
        <h2>{typeset(title)}</h2>
      </summary>
      {children}
    </details>
  )
}

function Closing() {
  const { title, text, link } = useReserveOffer(closingText)
  return (
    <section className="page-end versus-end">
      <div className="wrap">
        <div>
          <h2>{title}</h2>
          <p>{typeset(text ?? '')}</p>
        </div>
        <p className="buttons">
          <Link className="button button--sun" {...link} />
          <Link className="button button--line" to={paths.calculator}>
            {closingText.calculate}
          </Link>
        </p>
      </div>
    </section>
  )
}
