import './comparison.css'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { closingText, introText } from '@/content/de/comparison'
import { paths } from '@/lib/paths'
import { useReserveOffer } from '@/lib/placesFree'
import { typeset } from '@/lib/typeset'
import { Assumptions } from './Assumptions'
import { CellFields } from './CellFields'
import { Claim } from './Claim'
import { ComparisonTable } from './ComparisonTable'
import { Fit } from './Fit'

export default function ComparisonPage() {
  return (
    <>
      <Intro />
      <CellFields />
      <ComparisonTable />
      <Assumptions />
      <Fit />
      <Claim />
      <Closing />
    </>
  )
}

/** The result first: which way fits whom. */
function Intro() {
  return (
    <section className="versus wrap">
      <div className="versus__head">
        <h1>{introText.title}</h1>
        <p className="lead">
          <RichText text={introText.lead} />
        </p>
      </div>
      <dl className="advice">
        {introText.advice.map((entry) => (
          <div key={entry.question} className={'ours' in entry ? 'advice__ours' : undefined}>
            <dt>{entry.question}</dt>
            <dd>{typeset(entry.answer)}</dd>
          </div>
        ))}
      </dl>
    </section>
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
