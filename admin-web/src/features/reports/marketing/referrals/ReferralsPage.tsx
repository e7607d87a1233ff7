import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec, Parameters } from '@/features/reports/frame/parameters/parameters'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = { period: true }

/** Who recommends, and what became of it: by code, and by how the codes were judged. */
export function ReferralsPage() {
  return (
    <ReportPage name="referrals" title="Empfehlungen" takes={TAKES} height={1100}>
      {({ tables: { codes, verdicts, totals } }, { parameters }) => (
        <>
          <ChartFrame name="totals" table={totals} />
          <ChartFrame
            name="codes"
            table={codes}
            linkOf={(column, { code }) => (column === 'code' ? withCode(parameters, code) : null)}
          >
            {codes.rows.length > 0 ? (
              <ReportCharts table={codes} linkOf={(row) => row && withCode(parameters, row.code)} />
            ) : (
              <EmptyPicture words="In diesem Zeitraum kam niemand mit einem Empfehlungscode." />
            )}
          </ChartFrame>
          <ChartFrame name="verdicts" table={verdicts} />
        </>
      )}
    </ReportPage>
  )
}

/** The reservations that came by a code at any time: more than count for it, judged ones among them. */
const withCode = (parameters: Parameters, code: string): string =>
  reservationsBehind({ ...parameters, own: { match: 'any' } }, { referral_code: [code] })
