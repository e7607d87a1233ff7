import Button from '@mui/material/Button'
import { formatDay, formatMoney } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import {
  CAMPAIGN_FIELDS,
  type Campaign,
  type CampaignField,
  type CampaignValues,
} from '../campaign'

interface StaleCampaignProps {
  /** What this person changed. */
  mine: Partial<CampaignValues>
  current: Campaign
  onKeep: (mine: Partial<CampaignValues>) => void
  onAdopt: () => void
}

/** Somebody else saved in between: what differs, side by side, and which of the two shall stand. */
export function StaleCampaign({ mine, current, onKeep, onAdopt }: StaleCampaignProps) {
  const differing = (Object.keys(mine) as CampaignField[]).filter(
    (name) => (mine[name] ?? null) !== current[name],
  )
  return (
    <div role="alert" className="caution">
      <p>Jemand anderes hat diese Kampagne inzwischen geändert. Es wurde nichts gespeichert.</p>
      <PlainTable<CampaignField>
        label="Beide Fassungen"
        rows={differing}
        rowKey={(name) => name}
        columns={[
          { label: 'Angabe', render: (name) => CAMPAIGN_FIELDS[name] },
          { label: 'Ihre Fassung', render: (name) => shown(name, mine[name]) },
          { label: 'Gespeichert', render: (name) => shown(name, current[name]) },
        ]}
      />
      <p className="buttons">
        <Button onClick={() => onKeep(mine)}>Meine Änderungen speichern</Button>
        <Button onClick={onAdopt}>Gespeicherte Fassung übernehmen</Button>
      </p>
    </div>
  )
}

function shown(name: CampaignField, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leer'
  if (name === 'budget_cents') return formatMoney(Number(value))
  return name === 'starts_on' || name === 'ends_on' ? formatDay(String(value)) : String(value)
}
