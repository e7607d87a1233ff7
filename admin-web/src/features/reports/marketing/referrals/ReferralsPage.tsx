import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec, Parameters } from '@/features/reports/frame/parameters/parameters'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = { period: true }

/** Who recommends, and what became of it. */
export function ReferralsPage() {
  return (
    <ReportPage name="referrals" title="Empfehlungen" takes={TAKES} height={1100}>
      {({ tables: { codes, totals } }, { parameters }) => {
        const linkOf = ({ code, recommender }: { code: string; recommender: string }) =>
          recommender === SINGLE ? null : withCode(parameters, code)
        return (
          <>
            <ChartFrame name="totals" table={totals} />
            <ChartFrame
              name="codes"
              table={codes}
              linkOf={(column, row) => (column === 'code' ? linkOf(row) : null)}
            >
              {codes.rows.length > 0 ? (
                <ReportCharts table={codes} linkOf={(row) => row && linkOf(row)} />
              ) : (
                <EmptyPicture words="In diesem Zeitraum kam niemand mit einem Empfehlungscode." />
              )}
            </ChartFrame>
          </>
        )
      }}
    </ReportPage>
  )
}

/** Codes that were used once stand together: no list shows them. */
const SINGLE = 'Haushalte'

/** The reservations that came by a code at any time: more than count for it, judged ones among them. */
const withCode = (parameters: Parameters, code: string): string =>
  reservationsBehind({ ...parameters, own: { match: 'any' } }, { referral_code: [code] })
