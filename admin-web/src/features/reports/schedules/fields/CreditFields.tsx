import { AssumptionFields } from '@/features/reports/credits/assumptions/AssumptionFields'
import '@/features/reports/credits/creditReport.css'

/** The assumptions of the credit report with their looks, as a piece of its own. */
export default AssumptionFields
