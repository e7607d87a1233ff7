import { AssumptionFields } from '@/features/reports/credits/assumptions/AssumptionFields'
import type { ControlsProps } from '@/features/reports/frame/ReportPage'
import '@/features/reports/credits/creditReport.css'

/** The assumptions of the credit report with their looks, without its days: those move along. */
export default function CreditFields(props: ControlsProps) {
  return <AssumptionFields {...props} hasDays={false} />
}
