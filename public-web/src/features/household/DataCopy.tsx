import { ownDataFile } from '@/api/ownData'
import { householdDataText } from '@/content/de/householdData'

const text = householdDataText.copy

/** Everything stored about the household, as a file. */
export function DataCopy() {
  return (
    <article className="parcel parcel--card">
      <h3>{text.title}</h3>
      <p>{text.text}</p>
      <ul className="papers">
        <li>
          <a href={ownDataFile('pdf')} download>
            {text.pdf}
          </a>
        </li>
        <li>
          <a href={ownDataFile('json')} download>
            {text.json}
          </a>
        </li>
      </ul>
    </article>
  )
}
