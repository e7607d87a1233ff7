import { explainerText } from '@/content/de/calculator'

/** How the calculator and the credit work. */
export function Explainer() {
  const { title, points } = explainerText
  return (
    <section className="part explainer">
      <h2>{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point.title}>
            <h3>{point.title}</h3>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
