import { useState } from 'react'
import type { ReportOf } from '../frame/document'
import { ReportPage } from '../frame/ReportPage'
import { ASSUMPTIONS, AssumptionFields } from './assumptions/AssumptionFields'
import { TAKES } from './assumptions/assumptions'
import { BasisFigures } from './BasisFigures'
import { type CreditReport, FIRST_SCENARIO, scenarioNames } from './credits'
import { Flow, Packages, Scenarios } from './flow/FlowPictures'
import { Gaps, Sensitivity, Statements } from './risk/RiskPictures'
import './creditReport.css'

/** What households get, what it costs the park, and what it depends on. */
export function CreditReportPage() {
  return (
    <ReportPage
      name="credits"
      title="Gutschriften"
      takes={TAKES}
      height={2400}
      controls={(props) => <AssumptionFields {...props} />}
      controlled={ASSUMPTIONS}
    >
      {(report) =>
        report.tables.totals.rows[0]?.reservations === 0 ? (
          <Nobody tables={report.tables} />
        ) : (
          <Pictures report={report} />
        )
      }
    </ReportPage>
  )
}

function Pictures({ report }: { report: CreditReport }) {
  const { tables } = report
  const [chosen, setChosen] = useState(FIRST_SCENARIO)
  const names = scenarioNames(tables.scenarios.rows)
  const scenario = names.includes(chosen) ? chosen : FIRST_SCENARIO
  const choice = { scenario, names, onScenario: setChosen }
  return (
    <>
      <BasisFigures table={tables.totals} />
      <Scenarios report={report} />
      <Flow report={report} {...choice} />
      <Packages report={report} {...choice} />
      <Gaps report={report} />
      <Sensitivity report={report} />
      <Statements table={tables.households} />
    </>
  )
}

/** A park, package or plan without reservations: words, and what a household would get. */
function Nobody({ tables }: { tables: ReportOf<'credits'>['tables'] }) {
  return (
    <>
      <section className="sheet empty">
        <p>{tables.totals.sentence}</p>
      </section>
      <Statements table={tables.households} />
    </>
  )
}
