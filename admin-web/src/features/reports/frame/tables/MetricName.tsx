import { Link } from 'react-router-dom'
import { pathOfName } from '../../metrics/metric'

/** Which version of which definition a figure follows; it leads to that definition. */
export function MetricName({ name }: { name: string }) {
  return (
    <small>
      Kennzahl <Link to={pathOfName(name)}>{name}</Link>
    </small>
  )
}
