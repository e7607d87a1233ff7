import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { MoneyField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { FilterSelect, FilterText } from '@/ui/list/Filters'
import { campaignPath, periodWords, triple } from '../campaign'
import { BudgetStrip } from './BudgetStrip'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const COLUMNS: Column<RecordOf<'campaigns'>>[] = [
  {
    name: 'name',
    label: 'Kampagne',
    isFixed: true,
    isSortable: true,
    render: (campaign) => (
      <>
        <Link to={campaignPath(campaign)}>{campaign.name}</Link>
        <small className="values wrapping">{triple(campaign)}</small>
        {campaign.archived_at && <small>archiviert</small>}
      </>
    ),
  },
  {
    name: 'budget_cents',
    label: 'Budget',
    render: ({ spent_cents, budget_cents }) =>
      budget_cents === null ? (
        <span className="muted">ohne Budget</span>
      ) : (
        <BudgetStrip spent={spent_cents} budget={budget_cents} />
      ),
  },
  {
    name: 'cost_cents',
    label: 'Kosten',
    isNumeric: true,
    isSortable: true,
    firstOrder: 'DESC',
    render: ({ cost_cents }) => <MoneyField cents={cost_cents} />,
  },
  {
    name: 'starts_on',
    label: 'Zeitraum',
    isSortable: true,
    firstOrder: 'DESC',
    render: (campaign) => <span className="tabular">{periodWords(campaign)}</span>,
  },
]

/** Every registered campaign; archived ones on request. */
export function CampaignList() {
  return (
    <ConsoleList
      resource="campaigns"
      title="Kampagnen"
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      rowPath={campaignPath}
      empty="Noch ist keine Kampagne angelegt. Erst mit einer Kampagne werden Besuche, Kosten und Reservierungen zusammengeführt."
      actions={
        <Button
          component={Link}
          to="/campaigns/create"
          variant="contained"
          className="to-the-right"
        >
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
