import { useStaffQuery } from '@/api/useStaffQuery'
import { AsOf } from '@/ui/fields/AsOf'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { PeriodChoice } from '../PeriodChoice'
import { usePeriodInAddress } from '../usePeriod'
import { AdClicks } from './AdClicks'
import { MoneyWithoutVisits } from './MoneyWithoutVisits'
import { SelfCheckSection } from './SelfCheckSection'
import { StoreSection } from './StoreSection'
import { Unregistered } from './Unregistered'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const NO_CAMPAIGN = { starts_on: null, ends_on: null }

/** Whether the figures of campaigns can be trusted: what does not fit together, and what gets lost. */
export function AttributionCheckPage() {
  const [period, setPeriod] = usePeriodInAddress()
  const { data, error, isFetching, refetch } = useStaffQuery('/api/staff/campaigns/audit', {
    params: { query: { from: period.from, to: period.to } },
  })
  return (
    <Page title="Prüfung">
      <PeriodChoice campaign={NO_CAMPAIGN} period={period} onPeriod={setPeriod} />
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {(data || !error) && (
        <div className="checks" aria-busy={isFetching}>
          <Section title="Geld ohne Besuche">
            <MoneyWithoutVisits rows={data?.money_without_visits} />
          </Section>
          <Section title="Klicks auf Anzeigen">
            <AdClicks rows={data?.ad_clicks} />
          </Section>
          <Section title="Besuche ohne Kampagne">
            <Unregistered rows={data?.unregistered} />
          </Section>
          <AsOf stand={data?.stand} />
        </div>
      )}
      <div className="two-column-form">
        <SelfCheckSection />
        <StoreSection />
      </div>
    </Page>
  )
}
