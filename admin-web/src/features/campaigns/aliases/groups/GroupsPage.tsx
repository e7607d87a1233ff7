import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { AsOf } from '@/ui/fields/AsOf'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { PeriodChoice } from '../../PeriodChoice'
import { type Period, usePeriodInAddress } from '../../usePeriod'
import { AliasPages } from '../AliasPages'
import { GroupList } from './GroupList'
import { SizeTable } from './SizeTable'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../../campaigns.css'

const NO_CAMPAIGN = { starts_on: null, ends_on: null }

/** By which rules visits fall into channel groups, how large these are, and what no rule knows. */
export function GroupsPage() {
  const [period, setPeriod] = usePeriodInAddress()
  const { data, error, isFetching, refetch } = useStaffQuery('/api/staff/channel-groups', {
    params: { query: { from: period.from, to: period.to } },
  })
  return (
    <Page title="Schreibweisen">
      <AliasPages />
      <PeriodChoice campaign={NO_CAMPAIGN} period={period} onPeriod={setPeriod} />
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="checks" aria-busy={isFetching}>
          <Section title="Kanalgruppen">
            <p className="flush muted">
              Die Regeln gelten rückwirkend für alle Besuche und nach Ihren Zuordnungen. Die erste
              Regel, die passt, entscheidet.
            </p>
            <GroupList groups={data.groups} period={period} />
          </Section>
          <Unknown data={data} period={period} />
          <AsOf stand={data.stand} />
        </div>
      )}
    </Page>
  )
}

type Groups = Schemas['ChannelGroupsOut']

function Unknown({ data, period }: { data: Groups; period: Period }) {
  return (
    <>
      <Section title="Seiten, die keine Regel kennt">
        <SizeTable
          label="Verweisende Seiten ohne Gruppe"
          columns={['Verweisende Seite']}
          rows={data.unknown_sites}
          fields={['referrer_host']}
          period={period}
          empty="Jede verweisende Seite dieses Zeitraums gehört zu einer Gruppe."
        />
      </Section>
      <Section title="Quellen und Medien, die keine Regel kennt">
        <SizeTable
          label="Quellen und Medien ohne Gruppe"
          columns={['Quelle', 'Medium']}
          rows={data.unassigned_tags}
          fields={['utm_source', 'utm_medium']}
          period={period}
          empty="Alle Quellen und Medien dieses Zeitraums gehören zu einer Gruppe."
        />
      </Section>
      <Section title="Direkt auf tiefen Seiten angekommen">
        <p className="flush muted">
          Diese Adressen tippt kaum jemand ein. Die Zahl schätzt, was aus Mails, Messengern und von
          KI-Assistenten ohne Kennzeichen kam.
        </p>
        <SizeTable
          label="Direkte Aufrufe tiefer Seiten"
          columns={['Seite']}
          rows={data.direct_pages}
          fields={['landing_path']}
          group="direct_deep"
          period={period}
          empty="In diesem Zeitraum kam niemand direkt auf einer tiefen Seite an."
        />
      </Section>
    </>
  )
}
