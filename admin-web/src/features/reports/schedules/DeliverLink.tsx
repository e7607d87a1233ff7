import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { schedulePathOf } from './edit/fromReport'
import type { Given } from './schedule'

interface DeliverLinkProps {
  /** The report's name on the server. */
  report: string
  /** As the shown answer names them; nothing until there is one. */
  parameters: Given | undefined
}

/** From a report's page to a schedule that asks the same. */
export function DeliverLink({ report, parameters }: DeliverLinkProps) {
  if (!parameters) return <Button disabled>Regelmäßig senden</Button>
  return (
    <Button component={Link} to={schedulePathOf(report, parameters)}>
      Regelmäßig senden
    </Button>
  )
}
