import type { Schemas } from '@/api/operations'
import { formatKwh, formatMoney } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { Field, Select } from './Field'
import { Step } from './Step'
import type { Entry } from './useEntry'

interface ShareProps {
  entry: Entry
  given: Schemas['EntryFormOut']
  receipt: Schemas['EntryPreviewOut'] | undefined
}

/** Package and plan at the prices of today, and what else is wished. */
export function Share({ entry, given, receipt }: ShareProps) {
  return (
    <Step number={3} title="Anteil und Zahlung" note={`Preisbuch, Fassung ${given.price_book}`}>
      {given.parks.length > 1 && (
        <div className="entry-grid entry-park">
          <Select entry={entry} name="park" label="Solarpark" width={4}>
            {given.parks.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <Packages entry={entry} receipt={receipt} />
      <Plans entry={entry} receipt={receipt} />
      <div className="entry-grid">
        <Field
          entry={entry}
          name="spot_number"
          label="Platz, wenn gewünscht"
          width={3}
          inputMode="numeric"
          placeholder={receipt?.next_spot ? `sonst ${receipt.next_spot}` : ''}
        />
        <Select entry={entry} name="campaign" label="Auf Nachfrage: wodurch" width={3}>
          <option value="">nicht gefragt</option>
          {given.campaigns.map((one) => (
            <option key={one.value} value={one.value}>
              {one.name}
            </option>
          ))}
        </Select>
        <Field entry={entry} name="note" label="Notiz" width={4} />
      </div>
    </Step>
  )
}

function Packages({ entry, receipt }: Pick<ShareProps, 'entry' | 'receipt'>) {
  const problem = entry.errors.annual_kwh
  return (
    <fieldset className="entry-packages">
      <legend className="visually-hidden">Paket</legend>
      {(receipt?.packages ?? []).map((one) => (
        <label key={one.annual_kwh}>
          <input
            type="radio"
            name="annual_kwh"
            checked={entry.form.annual_kwh === String(one.annual_kwh)}
            onChange={() => entry.type({ annual_kwh: String(one.annual_kwh) })}
          />
          <b>{packageName(one.annual_kwh)}</b>
          <Cells count={one.annual_kwh / 1000} />
          <span className="entry-figure">{formatMoney(one.share_amount_cents)}</span>
          <small className="muted entry-figure">{formatKwh(one.annual_kwh)} im Jahr</small>
        </label>
      ))}
      {problem && <small className="error-text">{problem}</small>}
    </fieldset>
  )
}

/** One cell for each 1,000 kWh. */
function Cells({ count }: { count: number }) {
  return (
    <svg viewBox={`0 0 ${count * 24} 16`} width={count * 24} height={16} aria-hidden="true">
      {[0, 1, 2].slice(0, count).map((at) => (
        <rect key={at} x={at * 24 + 1} y={1} width={21} height={14} rx={2} />
      ))}
    </svg>
  )
}

function Plans({ entry, receipt }: Pick<ShareProps, 'entry' | 'receipt'>) {
  const problem = entry.errors.payment_plan
  return (
    <div className="entry-plans">
      <table>
        <caption className="visually-hidden">Zahlung</caption>
        <thead>
          <tr>
            <th scope="col">Zahlung</th>
            <th scope="col">Rate</th>
            <th scope="col">Summe</th>
            <th scope="col">Aufpreis</th>
            <th scope="col">Effektiver Jahreszins</th>
            <th scope="col">
              <span className="visually-hidden">Dazu</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(receipt?.plans ?? []).map((one) => (
            <Plan key={one.payment_plan} entry={entry} plan={one} />
          ))}
        </tbody>
      </table>
      {problem && <small className="error-text">{problem}</small>}
    </div>
  )
}

function Plan({ entry, plan }: { entry: Entry; plan: Schemas['EntryOfferOut'] }) {
  const isChosen = entry.form.payment_plan === plan.payment_plan
  const isInstalled = plan.plan_months > 0
  return (
    <tr className={isChosen ? 'is-chosen' : undefined}>
      <th scope="row">
        <label>
          <input
            type="radio"
            name="payment_plan"
            checked={isChosen}
            onChange={() => entry.type({ payment_plan: plan.payment_plan })}
          />
          {planName(plan.payment_plan)}
        </label>
      </th>
      <td className="entry-figure">{isInstalled ? formatMoney(plan.instalment_cents) : '–'}</td>
      <td className="entry-figure">{formatMoney(plan.plan_total_cents)}</td>
      <td className="entry-figure">{formatMoney(plan.surcharge_cents)}</td>
      <td className="entry-figure">
        <b>{isInstalled ? percentWords(plan.effective_interest_bp) : '–'}</b>
      </td>
      <td className="entry-figure muted">
        {isInstalled &&
          `letzte ${formatMoney(plan.last_instalment_cents)}, nominal ${percentWords(plan.nominal_interest_bp)}`}
      </td>
    </tr>
  )
}

/** „5,81 %“, of hundredths of a per cent. */
export const percentWords = (basisPoints: number): string =>
  `${new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }).format(basisPoints / 100)}\u00a0%`
