import { AssumptionFields } from '@/creditReport/AssumptionFields'
import '@/creditReport/creditReport.css'

/** The assumptions of the credit report with their looks, as a piece of its own. */
export default AssumptionFields
