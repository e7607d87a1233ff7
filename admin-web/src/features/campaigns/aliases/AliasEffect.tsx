import { counted, formatDay, formatNumber } from '@/lib/format'
import { AsOf } from '@/ui/fields/AsOf'
import { PlainTable } from '@/ui/list/PlainTable'
import { type AliasPreview, type Shift, shifts } from './alias'

/** What a mapping would change: how much it touches, and each campaign before and after. */
export function AliasEffect({ preview }: { preview: AliasPreview }) {
  const changed = shifts(preview)
  return (
    <section className="effect" aria-label="Auswirkung">
      <p className="flush" role="status">
        {effectWords(preview)}
      </p>
      {changed.length > 0 && (
        <PlainTable<Shift>
          label="Kampagnen vorher und nachher"
          rows={changed}
          rowKey={({ id }) => id}
          columns={[
            { label: 'Kampagne', isText: true, render: ({ name }) => name },
            {
              label: 'Sitzungen',
              isNumeric: true,
              render: ({ before, after }) => <Change from={before.sessions} to={after.sessions} />,
            },
            {
              label: 'Berührte Reservierungen',
              isNumeric: true,
              render: ({ before, after }) => (
                <Change from={before.reservations} to={after.reservations} />
              ),
            },
          ]}
        />
      )}
      <p className="tiny muted flush">
        Die Werte in den Besuchen selbst bleiben, wie sie waren. Sie können die Zuordnung jederzeit
        rückgängig machen.
      </p>
      <AsOf stand={preview.stand} />
    </section>
  )
}

export function effectWords(preview: AliasPreview): string {
  const { visits, sessions, reservations, first_day, last_day } = preview
  if (visits === 0 && reservations === 0)
    return 'Diese Schreibweise kam bisher nicht vor. Die Zuordnung gilt für künftige Besuche.'
  const period = first_day && last_day ? ` ${periodOf(first_day, last_day)}` : ''
  const parts = [
    counted(visits, 'ein Aufruf', 'Aufrufe'),
    counted(sessions, 'einer Sitzung', 'Sitzungen'),
  ].join(' in ')
  return `Betroffen: ${parts}${period}, dazu ${counted(reservations, 'eine berührte Reservierung', 'berührte Reservierungen')}.`
}

const periodOf = (first: string, last: string): string =>
  first === last
    ? `am ${formatDay(first)}`
    : `zwischen dem ${formatDay(first)} und dem ${formatDay(last)}`

function Change({ from, to }: { from: number; to: number }) {
  if (from === to) return <span className="muted">{formatNumber(to)}</span>
  return (
    <>
      <span aria-hidden="true">
        {formatNumber(from)} → <b>{formatNumber(to)}</b>
      </span>
      <span className="visually-hidden">
        vorher {formatNumber(from)}, nachher {formatNumber(to)}
      </span>
    </>
  )
}
