import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { LookBackFields } from '@/features/reports/frame/filters/LookBackFields'
import { LOOK_BACK_DAYS } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { TypedTexts } from './TypedTexts'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { look_back_days: LOOK_BACK_DAYS, match: 'last' },
}

/** How households say they heard of us, compared with what was measured. */
export function ToldPage() {
  return (
    <ReportPage
      name="told"
      title="Gesagt und gemessen"
      takes={TAKES}
      height={1500}
      controls={(props) => <LookBackFields {...props} />}
      controlled={['look_back_days']}
    >
      {(report) => <Tables report={report} />}
    </ReportPage>
  )
}

function Tables({ report }: { report: ReportOf<'told'> }) {
  const { totals, answers, cells } = report.tables
  return (
    <>
      <ChartFrame name="cells" table={cells} />
      <ChartFrame name="answers" table={answers} />
      <ChartFrame name="totals" table={totals} />
      <TypedTexts />
    </>
  )
}
