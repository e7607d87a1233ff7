import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { closingText } from '@/content/de/home'
import { useReserveOffer } from '@/lib/placesFree'

export function Closing() {
  const { points } = closingText
  const { title, link } = useReserveOffer(closingText)
  return (
    <section className="night">
      <NightField />
      <div className="wrap">
        <div className="night__text">
          <h2>{title}</h2>
          <Link className="button button--sun" {...link} />
        </div>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <RichText text={point} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The 500 places at night, 50 × 10, one of them lit. */
function NightField() {
  return (
    <svg
      className="night__field"
      viewBox="0 0 1147 175"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <pattern id="nacht" width="23" height="18" patternUnits="userSpaceOnUse">
          <path className="night__cell" d="M0 0h20v13H0z" />
        </pattern>
      </defs>
      <path fill="url(#nacht)" d="M0 0h1147v175H0z" />
      <path fill="#f5b301" d="M276 72h20v13h-20z" />
    </svg>
  )
}
