import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { MoneyField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, type Filter, TextFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { campaignPath, periodWords, triple } from '../campaign'
import { BudgetStrip } from './BudgetStrip'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const Column = ListColumn<RecordOf<'campaigns'>>
const COLUMNS = (
  <>
    <Column
      source="name"
      label="Kampagne"
      isFixed
      sortByOrder="ASC"
      render={(campaign) => (
        <>
          <Link to={campaignPath(campaign)}>{campaign.name}</Link>
          <small className="values wrapping">{triple(campaign)}</small>
          {campaign.archived_at && <small>archiviert</small>}
        </>
      )}
    />
    <Column
      source="budget_cents"
      label="Budget"
      render={({ spent_cents, budget_cents }) =>
        budget_cents === null ? (
          <span className="muted">ohne Budget</span>
        ) : (
          <BudgetStrip spent={spent_cents} budget={budget_cents} />
        )
      }
    />
    <Column
      source="cost_cents"
      label="Kosten"
      isNumeric
      sortByOrder="DESC"
      render={({ cost_cents }) => <MoneyField cents={cost_cents} />}
    />
    <Column
      source="starts_on"
      label="Zeitraum"
      sortByOrder="DESC"
      render={(campaign) => <span className="tabular">{periodWords(campaign)}</span>}
    />
  </>
)

/** Without a choice the list shows those not archived. */
const FILTERS: Filter[] = [
  <TextFilter key="q" source="q" label="Suchen" alwaysOn />,
  <ChoiceFilter
    key="archived"
    source="archived"
    label="Zeigen"
    choices={[
      { value: 'yes', label: 'archivierte' },
      { value: 'all', label: 'alle' },
    ]}
  />,
]

/** Every registered campaign; archived ones on request. */
export function CampaignList() {
  return (
    <ListPage
      resource="campaigns"
      title="Kampagnen"
      sort={{ field: 'created_at', order: 'DESC' }}
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
    >
      {COLUMNS}
    </ListPage>
  )
}
