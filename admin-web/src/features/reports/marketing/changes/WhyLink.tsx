import { Link } from 'react-router-dom'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import { whyPath } from './whyPath'

/** From a report with a comparison to what explains it. */
export const WhyLink = ({ parameters }: { parameters: Parameters }) => (
  <p className="flush no-print">
    <Link to={whyPath(parameters)}>Warum hat sich das geändert?</Link>
  </p>
)
