import { Link } from 'react-router-dom'
import { type MetricForm, metricPath } from './metric'

/** The figures that are made of a metric: its share, its part that is old enough, its attribution models. */
export function MetricForms({ forms }: { forms: readonly MetricForm[] }) {
  return (
    <ul className="tiny metric-forms" aria-label="Formen dieser Kennzahl">
      {forms.map(({ key, label }) => (
        <li key={key}>
          <Link to={metricPath(key)}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}
