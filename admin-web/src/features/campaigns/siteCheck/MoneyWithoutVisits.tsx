import { Link } from 'react-router-dom'
import { formatDay, formatMoney } from '@/lib/format'
import { MoneyField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { campaignPath } from '../campaign'
import type { SpentCampaign } from './check'

/** Campaigns that cost something in a period without a single tagged visit. */
export function MoneyWithoutVisits({ rows }: { rows: SpentCampaign[] | undefined }) {
  if (!rows) return <p className="muted flush">Wird geladen</p>
  if (rows.length === 0)
    return (
      <p className="muted flush">
        Zu allen Kosten dieses Zeitraums gab es Besuche mit den Werten der Kampagne.
      </p>
    )
  const sum = rows.reduce((all, { cents }) => all + cents, 0)
  return (
    <>
      <p className="flush">
        {formatMoney(sum)} wurden ausgegeben, ohne dass ein Besuch die Werte der Kampagne trug.
        Meist fehlen sie im Link oder sind anders geschrieben.
      </p>
      <PlainTable<SpentCampaign>
        label="Tabelle: Geld ohne Besuche"
        rows={rows}
        rowKey={({ campaign_id }) => campaign_id}
        columns={[
          {
            label: 'Kampagne',
            isText: true,
            render: ({ campaign_id, name }) => (
              <Link to={campaignPath({ id: campaign_id })}>{name}</Link>
            ),
          },
          { label: 'Kosten', isNumeric: true, render: ({ cents }) => <MoneyField cents={cents} /> },
          { label: 'Zeitraum', render: dayRange },
        ]}
      />
    </>
  )
}

export const dayRange = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  first_day === last_day
    ? formatDay(first_day)
    : `${formatDay(first_day)} bis ${formatDay(last_day)}`
