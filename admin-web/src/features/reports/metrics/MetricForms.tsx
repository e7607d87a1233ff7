import { Link } from 'react-router-dom'
import { type MetricForm, metricPath } from './metric'

/** The figures of the same family: its share, its part that is old enough, what each attribution model credits. */
export function MetricForms({ forms }: { forms: readonly MetricForm[] }) {
  return (
    <ul className="tiny metric-forms" aria-label="Verwandte Zahlen">
      {forms.map(({ key, label }) => (
        <li key={key}>
          <Link to={metricPath(key)}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}
