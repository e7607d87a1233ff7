import { Link } from 'react-router-dom'
import { metricPath } from '../../metrics/metric'

/** Which definition a figure follows; it leads there. */
export function MetricName({ name }: { name: string }) {
  return (
    <small>
      Kennzahl <Link to={metricPath(name)}>{name}</Link>
    </small>
  )
}
