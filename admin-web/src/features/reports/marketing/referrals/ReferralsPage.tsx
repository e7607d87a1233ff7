import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import type { ParameterSpec, Parameters } from '@/features/reports/frame/parameters/parameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { formatNumber } from '@/lib/format'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import type { Measure } from '@/ui/drawing/MeasureBars'
import { PairedBars } from '@/ui/drawing/PairedBars'
import { barsOf, type CodeBar } from './referrals'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = { period: true }

const MEASURES: readonly Measure<CodeBar>[] = [
  {
    label: 'Gültige Empfehlungen',
    look: 'full',
    value: ({ valid }) => valid,
    before: () => null,
    words: ({ validWords }) => validWords,
  },
  {
    label: 'Verträge daraus',
    look: 'dim',
    value: ({ contracted }) => contracted,
    before: () => null,
    words: ({ contractedWords }) => contractedWords,
  },
]

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
              <Codes report={codes} />
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

function Codes({ report }: { report: ReportOf<'referrals'>['tables']['codes'] }) {
  const bars = barsOf(report.rows)
  return (
    <>
      <PairedBars
        label={report.sentence || report.title}
        bars={bars}
        measures={MEASURES}
        isCompared={false}
      />
      {report.total_rows > bars.length && (
        <p className="tiny muted flush">
          Die ersten {formatNumber(bars.length)} von {formatNumber(report.total_rows)}, alle in der
          Tabelle.
        </p>
      )}
    </>
  )
}
