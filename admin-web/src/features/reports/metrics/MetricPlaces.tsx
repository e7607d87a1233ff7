import { Link } from 'react-router-dom'
import { Section } from '@/ui/page/Section'
import type { MetricDocument } from './metric'

/** The tables of reports that show a metric. */
export function MetricPlaces({ metric: { places } }: { metric: MetricDocument }) {
  return (
    <Section title="Wo sie steht">
      <ul className="ruled metric-places">
        {places.map(({ report, report_title, table, table_title, column, grain }) => (
          <li key={`${report}.${table}.${column}`}>
            <Link to={`/reports/${report}`}>{report_title}</Link>
            <span>{table_title}</span>
            <span className="muted">{grain}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
