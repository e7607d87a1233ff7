import Button from '@mui/material/Button'
import type { Schemas } from '@/api/operations'
import { formatDay, formatMoney } from '@/lib/format'
import { planName } from '@/lib/reservationWords'
import { Icon } from '@/ui/page/Icon'
import { creditWords } from './Electricity'
import { CHANNELS, wishedSpot } from './form'
import { PlaceChoice } from './PlaceChoice'
import { percentWords } from './Share'
import type { Entry } from './useEntry'

interface ReceiptProps {
  entry: Entry
  receipt: Schemas['EntryPreviewOut'] | undefined
}

/** What is said and what will be stored, and the one step that stores it. */
export function Receipt({ entry, receipt }: ReceiptProps) {
  return (
    <aside className="entry-receipt" aria-label="Das sagen Sie">
      <Place entry={entry} receipt={receipt} />
      {receipt && <Sums offer={receipt.chosen} credit={Number(entry.form.credit_tenth_ct)} />}
      <Then entry={entry} receipt={receipt} />
      <section className="entry-go">
        {(entry.problem ?? receipt?.refusal) && (
          <p className="error-text" role="alert">
            {entry.problem ?? receipt?.refusal}
          </p>
        )}
        <Button
          type="submit"
          variant="contained"
          color="secondary"
          fullWidth
          disabled={entry.isRunning}
          aria-keyshortcuts="Control+Enter"
        >
          {goWords(entry, receipt)}
          <kbd>Strg Enter</kbd>
        </Button>
        <p className="tiny muted">
          Vergeben ist der Platz erst mit dem Speichern. Danach lässt sich die Reservierung
          stornieren, und die Stornierung lässt sich 24 Stunden lang zurücknehmen.
        </p>
      </section>
    </aside>
  )
}

const goWords = ({ form, isRunning }: Entry, receipt: ReceiptProps['receipt']): string => {
  if (isRunning) return 'Wird gespeichert'
  const number = wishedSpot(form) || receipt?.next_spot
  return number ? `Platz ${number} reservieren` : 'Reservieren'
}

function Place({ entry, receipt }: ReceiptProps) {
  const { form } = entry
  const name = [form.first_name, form.last_name].filter(Boolean).join(' ')
  const wished = wishedSpot(form)
  return (
    <section>
      <p className="muted">{name ? `${name} bekommt` : 'Der Haushalt bekommt'}</p>
      <p className="entry-spot">
        <svg viewBox="0 0 64 44" width="64" height="44" aria-hidden="true">
          <path className="entry-sun" d="M1 1h62v42H1z" />
          <path className="entry-lines" d="M21.3 1v42M42.6 1v42M1 22h62" />
        </svg>
        <span>
          <b>{wished || receipt?.next_spot ? `Platz ${wished || receipt?.next_spot}` : '–'}</b>
          <small className="muted">
            {wished ? 'gewünscht' : 'der niedrigste freie'}, {receipt?.free ?? '…'} sind frei
          </small>
        </span>
      </p>
      <PlaceChoice entry={entry} />
    </section>
  )
}

function Sums({ offer, credit }: { offer: Schemas['EntryOfferOut']; credit: number }) {
  const isPlan = offer.plan_months > 0
  const paid: [string, string, boolean?][] = [
    ['Heute', formatMoney(0)],
    ['Mit dem Vertrag, Einrichtung', formatMoney(offer.setup_fee_cents)],
    isPlan
      ? [`Ab Netzanschluss, ${planName(offer.payment_plan)}`, formatMoney(offer.instalment_cents)]
      : ['Ab Netzanschluss, einmal', formatMoney(offer.share_amount_cents)],
    ...(isPlan
      ? ([['Effektiver Jahreszins', percentWords(offer.effective_interest_bp), true]] as [
          string,
          string,
          boolean,
        ][])
      : []),
    ['Plattform im Jahr', formatMoney(offer.yearly_platform_fee_cents)],
  ]
  const back: [string, string][] = [
    ['Gutschrift im Jahr bei 5\u00a0Cent', formatMoney(offer.least_annual_credit_cents)],
    ...(credit > 50
      ? ([[`mit der Annahme, ${creditWords(credit)}`, formatMoney(offer.annual_credit_cents)]] as [
          string,
          string,
        ][])
      : []),
    ['In 20 Jahren bei 5\u00a0Cent', formatMoney(offer.least_total_credits_cents)],
  ]
  return (
    <section>
      <h2>Das sagen Sie</h2>
      <dl>
        {paid.map(([label, value, isStrong]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="entry-figure">{isStrong ? <b>{value}</b> : value}</dd>
          </div>
        ))}
        <div className="entry-total">
          <dt>Zusammen</dt>
          <dd className="entry-figure">{formatMoney(offer.total_cents)}</dd>
        </div>
      </dl>
      <dl>
        {back.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="entry-figure">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="tiny muted">
        Beispielrechnung, keine Zusage. Diese Zahlen werden mit der Reservierung gespeichert.
      </p>
    </section>
  )
}

/** What follows from it. */
function Then({ entry: { form }, receipt }: ReceiptProps) {
  const channel = CHANNELS.find(([value]) => value === form.channel)?.[1]
  const hasMail = form.email.trim() !== ''
  const until = receipt?.confirm_by
  return (
    <section>
      <h2>Danach</h2>
      <ul className="entry-then">
        <li>
          <Icon name={hasMail ? 'mail' : 'letter'} size={17} />
          <span>
            {hasMail ? (
              <>
                <b>Mail</b> mit Zahlen und Link zum Bestätigen
                {until && `, Zeit bis ${formatDay(until)}`}.
              </>
            ) : (
              <>
                <b>Brief</b> mit allen Zahlen zum Drucken, weil keine E-Mail da ist. Der Platz ist
                ohne Frist reserviert.
              </>
            )}
          </span>
        </li>
        <li>
          <Icon name="campaign" size={17} />
          <span>
            Herkunft: <b>{channel}</b>
            {form.campaign && `, auf Nachfrage „${form.campaign}“`}
          </span>
        </li>
      </ul>
    </section>
  )
}
