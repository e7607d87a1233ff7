import { Fragment, useState } from 'react'
import { Link } from 'react-router-dom'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { originFilters, originName, originTitle } from '@/features/reports/frame/parameters/origin'
import { MODELS } from '@/features/reports/frame/parameters/words'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatCell, UNKNOWN } from '@/features/reports/frame/tables/kinds'
import { unripeWords } from '@/features/reports/frame/tables/ripeness'
import { ShapeMark } from '@/ui/fields/StateMark'
import { Certainty, certaintyOf, type Evidence } from './Certainty'
import { ContractCells, contractsPerCell } from './ContractCells'
import { FreeRow, SumRow } from './LastRows'
import { Moved } from './Moved'
import {
  type Compared,
  type ComparedRow,
  contractRange,
  free,
  intervalWords,
  type MoneyRow,
  originKey,
  paid,
  priceWords,
  SHAPES,
  type Totals,
  verdictOf,
  verdictReason,
  wholeEuros,
} from './money'
import { PriceAxis, PriceScale, type Scale, scaleOf } from './PriceScale'

interface MoneyTableProps {
  rows: readonly MoneyRow[]
  totals: Totals
  model: string
  /** The day from which the first of these figures are ripe, where it is still to come. */
  ripeOn: string | null
  /** Empty where nothing is compared. */
  compared: Compared
  evidence: Evidence
}

/** A row per campaign with costs; what came without, and all together, below. */
export function MoneyTable({ rows, totals, model, ripeOn, compared, evidence }: MoneyTableProps) {
  const [opened, setOpened] = useState<string>()
  const shown = paid(rows)
  const scale = scaleOf(shown, totals.target_cents)
  const contracts = contractsPerCell(shown)
  return (
    <>
      <table className="money-table">
        <caption className="visually-hidden">Kampagnen nach Urteil</caption>
        <Head scale={scale} contracts={contracts} />
        <tbody>
          {shown.map((row) => {
            const key = originKey(row)
            const certain = certaintyOf(evidence, row)
            const isOpen = opened === key
            return (
              <Fragment key={key}>
                <CampaignRow
                  {...{ row, scale, contracts, totals, ripeOn, isOpen }}
                  compared={compared.get(key)}
                  onOpen={certain && (() => setOpened(isOpen ? undefined : key))}
                />
                {isOpen && certain && (
                  <tr className="is-evidence">
                    <td colSpan={COLUMNS}>
                      <Certainty row={row} certain={certain} told={evidence.told} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          <FreeRow rows={free(rows)} />
          <SumRow totals={totals} />
        </tbody>
      </table>
      <p className="tiny muted flush">
        Grün liegt bis zum Ziel, blau darüber; ein Pfeil geht über {wholeEuros(15 * scale.unit)}{' '}
        hinaus. Raute: Modell „{MODELS[model] ?? model}“. Die Spanne fasst alle sechs Modelle und
        den Zufall (80 %) zusammen.
      </p>
    </>
  )
}

const COLUMNS = 6

function Head({ scale, contracts }: { scale: Scale; contracts: number }) {
  const cell = contracts === 1 ? 'eine Zelle ist einer' : `eine Zelle sind ${contracts}`
  return (
    <thead>
      <tr>
        <th scope="col" className="m-name">
          Kampagne
        </th>
        <th scope="col" className="m-cost">
          Kosten
        </th>
        <th scope="col" className="m-got">
          Verträge, {cell}
          <span className="m-keys">
            <Key look="c-pine" label="in jedem Modell" />
            <Key look="c-invited" label="nur in manchen" />
          </span>
        </th>
        <th scope="col" className="m-became">
          Reife Reservierungen
        </th>
        <th scope="col" className="m-price">
          Euro je reifem Vertrag, klein die 80-%-Spanne
          <PriceAxis scale={scale} />
        </th>
        <th scope="col" className="m-verdict">
          Urteil
        </th>
      </tr>
    </thead>
  )
}

/** One cell of the contracts beside what it stands for. */
function Key({ look, label }: { look: string; label: string }) {
  return (
    <span className="standing">
      <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
        <path className={look} d="M1 1h8v12H1z" />
      </svg>
      {label}
    </span>
  )
}

interface CampaignRowProps {
  row: MoneyRow
  scale: Scale
  contracts: number
  totals: Totals
  ripeOn: string | null
  compared: ComparedRow | undefined
  isOpen: boolean
  /** Absent where nothing is known of how sure the row is. */
  onOpen: (() => void) | undefined
}

function CampaignRow({
  row,
  scale,
  contracts,
  totals,
  ripeOn,
  compared,
  ...rest
}: CampaignRowProps) {
  const verdict = verdictOf(row)
  const isYoung = verdict === 'young'
  return (
    <tr className={`is-${verdict}`}>
      <th scope="row" className="m-name">
        <NameLink row={row} />
        {row.name !== null && <span className="muted">{originName(row)}</span>}
      </th>
      <td className="m-cost tabular">
        {isYoung ? (
          <span className="muted">{formatCell('cents', row.unripe_cost_cents)}</span>
        ) : (
          formatCell('cents', row.cost_cents)
        )}
        <Moved row={compared} figure="cost_cents" />
      </td>
      <td className="m-got">
        {isYoung ? (
          <span className="muted">{UNKNOWN}</span>
        ) : (
          <span className="m-pair">
            <Contracts row={row} />
            <ContractCells row={row} contracts={contracts} />
          </span>
        )}
        <Moved row={compared} figure="contracts_ppm" />
      </td>
      <Became row={row} />
      <td className="m-price">
        {isYoung ? (
          <span className="muted">{ripeOn ? unripeWords(ripeOn) : 'noch nicht reif'}</span>
        ) : (
          <span className="m-pair">
            <span className="m-words tabular">
              <b>{priceWords(row)}</b>
              <span className="muted">{intervalWords(row)}</span>
              <Moved row={compared} figure="cost_per_contract" />
            </span>
            <PriceScale row={row} scale={scale} />
          </span>
        )}
      </td>
      <td className="m-verdict">
        <ShapeMark shape={SHAPES[verdict]} label={formatCell('verdict', verdict)} />
        <span className="muted">{verdictReason(row, totals.ripe_days)}</span>
        {rest.onOpen && (
          <button
            type="button"
            className="text-button no-print"
            aria-expanded={rest.isOpen}
            onClick={rest.onOpen}
          >
            Wie sicher ist das?
            <span className="visually-hidden"> {originTitle(row)}</span>
          </button>
        )}
      </td>
    </tr>
  )
}

/** How many are old enough, and the part that became contracts; from ten on, it says something. */
function Became({ row }: { row: MoneyRow }) {
  const share = row.contracted_share ?? null
  return (
    <td className="m-became tabular">
      {formatCell('count', row.ripe ?? null)}
      {share !== null && (
        <span className="muted">
          {formatCell('share_ppm', share)} Verträge, {formatCell('share_ppm', row.cancelled_share)}{' '}
          aufgegeben
        </span>
      )}
    </td>
  )
}

function NameLink({ row }: { row: MoneyRow }) {
  const path = useBehind(row)
  return (
    <Link to={row.campaign_id ? `/campaigns/${row.campaign_id}/show` : path}>
      {originTitle(row)}
    </Link>
  )
}

/** The range, leading to the contracts of which this origin was the last known one. */
function Contracts({ row }: { row: MoneyRow }) {
  const path = useBehind(row, 'contracted')
  return (
    <b className="m-count tabular">
      {row.most_ppm > 0 ? <Link to={path}>{contractRange(row)}</Link> : '0'}
      <span className="m-unit"> Verträge</span>
    </b>
  )
}

function useBehind(row: MoneyRow, outcome: 'any' | 'contracted' = 'any'): string {
  const { parameters } = useShownReport()
  const filters = { ...parameters.filters, ...originFilters(row) }
  const match = { ...parameters, own: { ...parameters.own, match: 'any' } }
  return reservationsBehind(match, filters, outcome)
}
