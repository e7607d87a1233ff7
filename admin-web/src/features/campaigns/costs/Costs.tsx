import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatDay, formatMoney, formatNumber } from '@/lib/format'
import { DayField, MoneyField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import type { Campaign, Cost } from '../campaign'
import { CostDialog } from './CostDialog'
import { countWords } from './countWords'

const FIRST = 8

/** What the campaign cost day by day, the latest first: from imports, or entered here. */
export function Costs({ campaign }: { campaign: Campaign }) {
  const { data, error, refetch } = useStaffQuery('/api/staff/campaigns/{campaign_id}/costs', {
    params: { path: { campaign_id: campaign.id } },
  })
  const [edited, setEdited] = useState<Cost | 'new' | null>(null)
  const [removed, setRemoved] = useState<Cost | null>(null)
  const costs = data?.data ?? []
  return (
    <Section
      title="Kosten"
      action={<Button onClick={() => setEdited('new')}>Betrag eintragen</Button>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && (
        <p className="flush muted">
          {costs.length > 0 ? `Zusammen ${formatMoney(data.total_cents)}.` : 'Noch keine Kosten. '}{' '}
          {adWords(data)} <Link to="/costs">Aus einer Datei einlesen</Link>
        </p>
      )}
      {costs.length > 0 && <CostTable costs={costs} onEdit={setEdited} onRemove={setRemoved} />}
      {edited && (
        <CostDialog
          campaign={campaign}
          costs={costs}
          cost={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveCostDialog campaign={campaign} cost={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  )
}

interface CostTableProps {
  costs: Cost[]
  onEdit: (cost: Cost) => void
  onRemove: (cost: Cost) => void
}

interface CostActionsProps extends Omit<CostTableProps, 'costs'> {
  cost: Cost
}

function CostActions({ cost, onEdit, onRemove }: CostActionsProps) {
  return (
    <span className="buttons inline-row">
      <RowButton label="Ändern" what={formatDay(cost.day)} onClick={() => onEdit(cost)} />
      <RowButton label="Entfernen" what={formatDay(cost.day)} onClick={() => onRemove(cost)} />
    </span>
  )
}

function CostTable({ costs, onEdit, onRemove }: CostTableProps) {
  const [isWhole, setWhole] = useState(false)
  const latest = [...costs].sort((one, other) => other.day.localeCompare(one.day))
  const shown = isWhole ? latest : latest.slice(0, FIRST)
  return (
    <>
      <PlainTable<Cost>
        label="Kosten nach Tagen"
        rows={shown}
        rowKey={({ id }) => id}
        narrow={(cost) => ({
          title: <DayField on={cost.day} />,
          meta: originWords(cost),
          aside: <MoneyField cents={cost.cents} />,
          asideMeta: cost.clicks === null ? undefined : counted(cost.clicks, 'ein Klick', 'Klicks'),
          more: <CostActions {...{ cost, onEdit, onRemove }} />,
        })}
        columns={[
          { label: 'Tag', render: (cost) => <Day cost={cost} /> },
          { label: 'Betrag', isNumeric: true, render: ({ cents }) => <MoneyField cents={cents} /> },
          ...(costs.some(hasCounts) ? COUNT_COLUMNS : []),
          {
            label: 'Aktionen',
            render: (cost) => <CostActions {...{ cost, onEdit, onRemove }} />,
          },
        ]}
      />
      {shown.length < latest.length && (
        <Button onClick={() => setWhole(true)}>Alle {latest.length} Tage zeigen</Button>
      )}
    </>
  )
}

const hasCounts = ({ clicks, impressions }: Cost) => clicks !== null || impressions !== null

const countText = (count: number | null): string => (count === null ? '–' : formatNumber(count))

const perClick = ({ cents, clicks }: Pick<Cost, 'cents' | 'clicks'>): string =>
  clicks ? formatMoney(cents / clicks) : '–'

const COUNT_COLUMNS = [
  { label: 'Klicks', isNumeric: true, render: ({ clicks }: Cost) => countText(clicks) },
  {
    label: 'Einblendungen',
    isNumeric: true,
    render: ({ impressions }: Cost) => countText(impressions),
  },
  { label: 'Je Klick', isNumeric: true, render: perClick },
]

/** What the days with known clicks brought, and what one click cost on them. */
function adWords(data: Schemas['CostsOut']): string | null {
  const { total_clicks, total_impressions, clicked_cents } = data
  return countWords({ clicks: total_clicks, impressions: total_impressions, cents: clicked_cents })
}

function originWords(cost: Cost): string {
  const origin = cost.import_id === null ? 'von Hand' : `Einlesen ${cost.import_id}`
  return cost.note ? `${origin}: ${cost.note}` : origin
}

function Day({ cost }: { cost: Cost }) {
  return (
    <>
      <DayField on={cost.day} />
      <small className="wrapping">{originWords(cost)}</small>
    </>
  )
}

interface RemoveCostDialogProps {
  campaign: Campaign
  cost: Cost
  onClose: () => void
}

const RemoveCostDialog = ({ campaign, cost, onClose }: RemoveCostDialogProps) => (
  <EditDialog
    title={`Kosten vom ${formatDay(cost.day)} entfernen?`}
    button="Entfernen"
    save={(call) =>
      call('delete', '/api/staff/campaigns/{campaign_id}/costs/{day}', {
        params: { path: { campaign_id: campaign.id, day: cost.day } },
      })
    }
    renews={['campaigns']}
    done="Der Betrag ist entfernt."
    onClose={onClose}
  >
    <p>{formatMoney(cost.cents)} zählen dann nicht mehr zu dieser Kampagne.</p>
  </EditDialog>
)
