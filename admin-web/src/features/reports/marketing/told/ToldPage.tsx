import { Link } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { LookBackFields } from '@/features/reports/frame/filters/LookBackFields'
import { LOOK_BACK_DAYS } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { ShareRanges } from './ShareRanges'
import { ToldMatrix } from './ToldMatrix'
import { matrixOf, rangesOf } from './told'
import '@/features/reports/frame/pictures.css'
import './told.css'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { look_back_days: LOOK_BACK_DAYS, match: 'last' },
}

/** What households say of how they heard of us, beside what was measured, and how much is guessed. */
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
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

function Pictures({ report }: { report: ReportOf<'told'> }) {
  const { totals, answers, cells } = report.tables
  const ranges = rangesOf(answers.rows)
  return (
    <>
      <ChartFrame name="cells" table={cells}>
        {cells.rows.length > 0 ? (
          <ToldMatrix
            label={cells.sentence || cells.title}
            matrix={matrixOf(answers.rows, cells.rows)}
          />
        ) : (
          <EmptyPicture words={cells.sentence} />
        )}
      </ChartFrame>
      <ChartFrame name="answers" table={answers} isTableOpen={ranges.length === 0}>
        {ranges.length > 0 && (
          <ShareRanges label={answers.sentence || answers.title} ranges={ranges} />
        )}
      </ChartFrame>
      <ChartFrame name="totals" table={totals} />
      <p className="small muted flush no-print">
        Was Haushalte in eigenen Worten schreiben, ordnen Sie unter{' '}
        <Link to="/told-texts">Eigene Worte</Link> zu.
      </p>
    </>
  )
}
