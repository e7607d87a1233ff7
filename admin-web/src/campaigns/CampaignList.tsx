import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { MoneyField } from '@/fields/values'
import { formatMoney } from '@/lib/format'
import { ConsoleList } from '@/list/ConsoleList'
import type { Column } from '@/list/columns'
import { FilterSelect, FilterText } from '@/list/Filters'
import { type Campaign, campaignPath, periodWords, triple } from './campaign'
import '@/layout/sheets.css'
import './campaigns.css'

const COLUMNS: Column<Campaign>[] = [
  {
    name: 'name',
    label: 'Kampagne',
    isFixed: true,
    isSortable: true,
    render: (campaign) => (
      <>
        <Link to={campaignPath(campaign)}>{campaign.name}</Link>
        {campaign.archived_at && <small>archiviert</small>}
      </>
    ),
  },
  {
    name: 'values',
    label: 'Quelle / Medium / Kampagne',
    render: (campaign) => <span className="werte">{triple(campaign)}</span>,
  },
  {
    name: 'starts_on',
    label: 'Zeitraum',
    isSortable: true,
    firstOrder: 'DESC',
    render: (campaign) => <span className="ziffern">{periodWords(campaign)}</span>,
  },
  {
    name: 'cost_cents',
    label: 'Kosten',
    isNumeric: true,
    isSortable: true,
    firstOrder: 'DESC',
    render: ({ cost_cents, budget_cents }) => (
      <>
        <MoneyField cents={cost_cents} />
        {budget_cents !== null && <small>von {formatMoney(budget_cents)}</small>}
      </>
    ),
  },
]

/** Every registered campaign; archived ones on request. */
export function CampaignList() {
  return (
    <ConsoleList<Campaign>
      title="Kampagnen"
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      rowPath={campaignPath}
      empty="Noch ist keine Kampagne angelegt. Erst mit einer Kampagne werden Besuche, Kosten und Reservierungen zusammengeführt."
      actions={
        <Button component={Link} to="/campaigns/create" variant="contained" className="rechts">
          Kampagne anlegen
        </Button>
      }
      filters={
        <>
          <FilterText source="q" label="Suchen" />
          <FilterSelect
            source="archived"
            label="Zeigen"
            unfiltered="laufende"
            choices={[
              ['yes', 'archivierte'],
              ['all', 'alle'],
            ]}
          />
        </>
      }
    />
  )
}
