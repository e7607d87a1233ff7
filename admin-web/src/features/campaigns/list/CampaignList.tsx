import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { MoneyField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import type { Filter } from '@/ui/list/filters/filter'
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

/** Without a choice the list shows those not archived. */
const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Suchen', kind: 'text' },
  {
    name: 'archived',
    label: 'Zeigen',
    kind: 'one',
    choices: [
      { value: 'yes', label: 'archivierte' },
      { value: 'all', label: 'alle' },
    ],
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
        <Button component={Link} to="/campaigns/create" variant="contained">
          Kampagne anlegen
        </Button>
      }
      filters={FILTERS}
      narrow={(campaign) => ({
        title: campaign.name,
        meta: triple(campaign),
        aside: <MoneyField cents={campaign.cost_cents} />,
        asideMeta: campaign.archived_at ? 'archiviert' : periodWords(campaign),
      })}
    />
  )
}
