import './howItWorks.css'
import { Link } from '@/components/Link'
import { LandPatterns } from '@/components/land/LandPatterns'
import { RichText } from '@/components/RichText'
import { closingText } from '@/content/de/howItWorks'
import { paths } from '@/lib/paths'
import { useReserveOffer } from '@/lib/placesFree'
import { MoneyPath } from './MoneyPath'
import { Reasons } from './Reasons'
import { Steps } from './Steps'

export default function HowItWorksPage() {
  return (
    <>
      <svg className="patterns" aria-hidden="true">
        <LandPatterns />
      </svg>
      <Steps />
      <MoneyPath />
      <Reasons />
      <Closing />
    </>
  )
}

function Closing() {
  const { title, link } = useReserveOffer(closingText)
  return (
    <section className="how-end">
      <div className="wrap">
        <h2>{title}</h2>
        <p className="buttons">
          <Link className="button button--sun" {...link} />
          <Link className="button button--line" to={paths.calculator}>
            {closingText.calculate}
          </Link>
        </p>
        <p>
          <RichText text={closingText.compare} />
        </p>
      </div>
    </section>
  )
}
