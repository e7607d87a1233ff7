import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { schedulePathOf } from './fromReport'

interface SendRegularlyButtonProps {
  /** The report's name on the server. */
  report: string
  /** As the shown answer names them; nothing until there is one. */
  parameters: Readonly<Record<string, unknown>> | undefined
}

/** From a report's page to a schedule that asks the same. */
export function SendRegularlyButton({ report, parameters }: SendRegularlyButtonProps) {
  return (
    <Button
      component={Link}
      to={schedulePathOf(report, parameters ?? {})}
      disabled={parameters === undefined}
    >
      Regelmäßig senden
    </Button>
  )
}
