import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { useReport } from '@/features/reports/frame/useReport'
import { formatDay } from '@/lib/format'
import { extraWords, type MeasuredEffect, modelWords, priceWords, verdictWords } from './measured'
import '@/ui/page/sheets.css'

/**
 * What finished experiments have measured of campaigns, beside what models credit in the same days; nothing without
 * any. A kept result stays as it was on its day, so it has none.
 */
export function Measured() {
  const { isKept } = useShownReport()
  return isKept ? null : <Effects />
}

function Effects() {
  const { data } = useStaffQuery('/api/staff/experiments/measured')
  if (!data?.data.length) return null
  return (
    <section className="sheet" aria-label="Gemessen in Versuchen">
      <h2>Gemessen statt zugerechnet</h2>
      <p className="flush">
        Modelle verteilen, was kam. Ein Versuch misst, was ohne die Kampagne nicht gekommen wäre.
      </p>
      {data.data.map((effect) => (
        <Effect key={effect.experiment_id} effect={effect} />
      ))}
    </section>
  )
}

function Effect({ effect }: { effect: MeasuredEffect }) {
  const days = new URLSearchParams({ from: effect.first_day, to: effect.last_day }).toString()
  const { report } = useReport('models', days)
  return (
    <div className="result">
      <h3>{effect.campaign_name}</h3>
      <dl className="pairs">
        <div>
          <dt>Versuch</dt>
          <dd>
            <Link to={`/experiments/${effect.experiment_id}`}>{effect.question}</Link>
            <small>
              {formatDay(effect.first_day)} bis {formatDay(effect.last_day)}
            </small>
          </dd>
        </div>
        <div>
          <dt>Gemessen</dt>
          <dd>
            <b>{verdictWords(effect)}</b> {extraWords(effect)}
            <small>Je Stück: {priceWords(effect)}</small>
          </dd>
        </div>
        <div>
          <dt>Sechs Modelle</dt>
          <dd>
            {report ? modelWords(effect, report.tables.origins.rows) : '…'}
            <small>in denselben Tagen</small>
          </dd>
        </div>
      </dl>
    </div>
  )
}
