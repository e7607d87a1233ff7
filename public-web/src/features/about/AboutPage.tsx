import './about.css'
import { Contrast } from '@/components/Contrast'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { closingText, missionText, promiseText, purposeText } from '@/content/de/about'
import { paths } from '@/lib/paths'
import { useReserveOffer } from '@/lib/placesFree'
import { typeset } from '@/lib/typeset'
import { Earnings } from './Earnings'
import { TownAndField } from './TownAndField'
import { Who } from './Who'

export default function AboutPage() {
  return (
    <>
      <Mission />
      <Purpose />
      <Earnings />
      <Promises />
      <Who />
      <Closing />
    </>
  )
}

/** Who has no roof, and the field that is enough for them. */
function Mission() {
  const { title, lead, houses, field } = missionText
  return (
    <section className="mission">
      <div className="wrap mission__head">
        <h1>{title}</h1>
        <p className="lead">
          <RichText text={lead} />
        </p>
      </div>
      <TownAndField />
      <div className="wrap mission__key">
        {[...houses, field].map((entry) => (
          <div key={entry.title}>
            <h2>{entry.title}</h2>
            <p>{typeset(entry.text)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

function Purpose() {
  return (
    <section className="wrap purpose">
      <h2>{purposeText.title}</h2>
      <div>
        {purposeText.paragraphs.map((paragraph) => (
          <p key={paragraph} className="lead">
            {typeset(paragraph)}
          </p>
        ))}
      </div>
    </section>
  )
}

function Promises() {
  return (
    <section className="wrap promise">
      <h2>{promiseText.title}</h2>
      <Contrast columns={promiseText.columns} />
    </section>
  )
}

function Closing() {
  const { title, text, link } = useReserveOffer(closingText)
  return (
    <section className="page-end about-end">
      <div className="wrap">
        <div>
          <h2>{title}</h2>
          <p>{typeset(text ?? '')}</p>
        </div>
        <p className="buttons">
          <Link className="button button--sun" {...link} />
          <Link className="button button--line" to={paths.howItWorks}>
            {closingText.how}
          </Link>
        </p>
      </div>
    </section>
  )
}
