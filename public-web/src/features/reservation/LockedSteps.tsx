import { formText, stepLabels } from '@/content/de/reservation'

/** What comes after section 1, before it can be reached. */
export function LockedSteps() {
  const { upcoming, locked } = formText.steps
  return (
    <section className="locked" aria-label={upcoming}>
      <ol start={2}>
        {stepLabels.slice(1).map((label, index) => (
          <li key={label}>
            <strong>
              {index + 2}. {label}
            </strong>
            <span className="small quiet">{locked}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
