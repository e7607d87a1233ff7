import { originTitle } from '@/features/reports/frame/parameters/origin'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatDay } from '@/lib/format'
import { daysWords, type MoneyRow, nextKnown, roughly, type Totals } from './money'

interface RipenessProps {
  totals: Totals
  rows: readonly MoneyRow[]
}

/** What the verdicts rest on: what is ripe, what is not, how long it takes, what is known at all. */
export function Ripeness({ totals, rows }: RipenessProps) {
  return (
    <div className="money-ripeness">
      <Ripe totals={totals} />
      <Unripe totals={totals} />
      <HowLong row={nextKnown(rows)} />
      <Known totals={totals} rows={rows} />
    </div>
  )
}

const reservationsWords = (count: number): string =>
  count === 1 ? 'eine Reservierung' : `${formatCell('count', count)} Reservierungen`

function Ripe({ totals }: { totals: Totals }) {
  const { reservations, unripe_reservations, youngest_days, ripe_days } = totals
  const all = reservations + unripe_reservations
  const share =
    unripe_reservations === 0
      ? `Alles ist reif: ${reservationsWords(all)} des Zeitraums.`
      : `Reif sind ${formatCell('count', reservations)} von ${reservationsWords(all)} des Zeitraums.`
  return (
    <div>
      <h3>Reif</h3>
      <p>
        {all === 0 ? 'Im Zeitraum gibt es keine Reservierung.' : share}
        {youngest_days !== null &&
          ` Die jüngste gezählte ist ${formatCell('count', youngest_days)} Tage alt, ${ripe_days} genügen: so lange, wie neun von zehn Verträgen brauchen, mindestens aber 42.`}
      </p>
    </div>
  )
}

function Unripe({ totals }: { totals: Totals }) {
  const { later_reservations, later_contracts, later_cost_cents, unripe_from, ripe_on } = totals
  const cost = later_cost_cents === null ? '' : `, ${formatCell('cents', later_cost_cents)}`
  return (
    <div className="is-unripe">
      <h3>Noch nicht reif: seit {formatDay(unripe_from)}</h3>
      <p>
        {reservationsWords(later_reservations)},{' '}
        {later_contracts === 1 ? 'ein Vertrag' : `${formatCell('count', later_contracts)} Verträge`}
        {cost}. Ein Urteil über alles bis heute gibt es <b>frühestens am {formatDay(ripe_on)}</b>.
        Deshalb steht hier keine Zahl je Vertrag.
      </p>
    </div>
  )
}

function HowLong({ row }: { row: MoneyRow | undefined }) {
  if (!row || row.more_contracts === null) return null
  const days =
    row.more_days === null ? '' : `, bei gleichem Verlauf noch rund ${daysWords(row.more_days)}`
  return (
    <div>
      <h3>Wie lange noch</h3>
      <p>
        {originTitle(row)}:{' '}
        {row.more_contracts === 1
          ? 'ein weiterer Vertrag'
          : `rund ${roughly(row.more_contracts)} weitere Verträge`}
        {days}. Solange liegt das Ziel in der Spanne.
      </p>
    </div>
  )
}

function Known({ totals, rows }: RipenessProps) {
  const { report } = useShownReport()
  const to = String(report.parameters.to)
  const ended = rows.filter(
    ({ last_cost_day, visits }) => last_cost_day !== null && last_cost_day < to && visits > 0,
  )
  const share =
    totals.reservations > 0
      ? `Bei ${formatCell('count', totals.remembered)} von ${reservationsWords(totals.reservations)} durften wir uns frühere Besuche merken; nur dort unterscheiden sich die Modelle.`
      : ''
  return (
    <div>
      <h3>Was die Zahlen wissen</h3>
      <p>
        {ended.length === 0
          ? 'Kosten reichen bei allen Kampagnen bis zum Ende des Zeitraums. '
          : `Kosten enden vor dem Ende des Zeitraums bei ${ended.slice(0, 3).map(endWords).join(', ')}${ended.length > 3 ? ` und ${ended.length - 3} weiteren` : ''}. `}
        {share}
        {totals.asked > 0 &&
          ` Woher sie uns kennen, sagten ${formatCell('count', totals.answered)} von ${formatCell('count', totals.asked)} gefragten Haushalten.`}
      </p>
    </div>
  )
}

const endWords = (row: MoneyRow): string =>
  `${originTitle(row)} (${formatDay(row.last_cost_day ?? '').slice(0, 6)})`
