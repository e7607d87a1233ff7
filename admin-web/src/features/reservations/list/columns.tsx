import { Link } from 'react-router-dom'
import { DEPOSITS } from '@/lib/operationWords'
import { berlinDay, packageName, planName, shownState } from '@/lib/reservationWords'
import { ParkName } from '@/ui/fields/ParkName'
import { Colleagues } from '@/ui/fields/Presence'
import { StateMark } from '@/ui/fields/StateMark'
import { DayField, KwhField, MomentField, MoneyField } from '@/ui/fields/values'
import type { NarrowRowParts } from '@/ui/list/narrow'
import type { ColumnProps } from '@/ui/table/Column'
import { HOUSEHOLD, ROW_FIELDS, type RowField } from '../fields'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'
import { fieldLabel } from '../values'
import { HiddenMatch, MatchedName, MatchedReference, MatchedSpot } from './Matched'

type ReservationColumn = ColumnProps<ReservationRow>

const SPOT: ReservationColumn & { isPersonal: true } = {
  source: 'spot_number',
  label: 'Platz',
  isPersonal: true,
  sortByOrder: 'ASC',
  isNumeric: true,
  isFixed: true,
  render: (row) => row.spot_number !== null && <MatchedSpot row={row} />,
}

const STATE: ReservationColumn = {
  source: 'state',
  label: 'Stand',
  render: (row) => <StateMark state={shownState(row)} />,
}

function NameCell({ row }: { row: ReservationRow }) {
  return (
    <>
      <Link to={showPath(row)}>
        <MatchedName row={row} />
      </Link>
      {row.reference && (
        <small className="tabular">
          <MatchedReference row={row} />
        </small>
      )}
      <HiddenMatch row={row} hasReference />
      <Colleagues reservationId={row.id} />
    </>
  )
}

const second = (name: RowField | 'utm_source' | 'referral_code'): ReservationColumn => ({
  source: name,
  label: fieldLabel(name),
  isHiddenAtFirst: true,
  render: (row) => row[name] || <None />,
})

const None = () => <span className="muted">keine</span>

/** What is still to be looked at, in words; sun, since a clerk has to do it. */
function Checks({ row }: { row: ReservationRow }) {
  const open = [
    row.duplicate_suspected && !row.duplicate_checked && 'Dublette?',
    row.price_mismatch && !row.price_checked && 'Preis weicht ab',
  ].filter(Boolean)
  if (open.length === 0) return null
  return <span className="alert-mark">{open.join(', ')}</span>
}

const LAST_CHANGE: ReservationColumn = {
  source: 'updated_at',
  tellsChange: true,
  label: 'Zuletzt',
  sortByOrder: 'DESC',
  isOnlyWide: true,
  render: ({ updated_at, updated_by_name: by }) => (
    <>
      <MomentField at={updated_at} isShort />
      {by && ` ${by.split(' ')[0]}`}
    </>
  ),
}

/** All columns of the list. Personal ones are left out for marketing, which the server masks anyway. */
export function columns(isClerk: boolean, isBurst = false): readonly ReservationColumn[] {
  const all: (ReservationColumn & { isPersonal?: boolean })[] = [
    SPOT,
    {
      source: 'last_name',
      label: isClerk ? 'Name' : 'Haushalt',
      ...(isClerk && { sortByOrder: 'ASC' as const }),
      isFixed: true,
      render: (row) => <NameCell row={row} />,
    },
    STATE,
    {
      source: 'annual_kwh',
      label: 'Paket · Raten',
      render: (row) => packageWords(row),
    },
    {
      source: 'deposit_state',
      label: 'Karte',
      isOnlyWide: true,
      render: ({ deposit_state }) => <Deposit state={deposit_state} />,
    },
    FOLLOW_UP,
    {
      source: 'created_at',
      label: 'Eingang',
      sortByOrder: 'DESC',
      render: ({ created_at }) => <MomentField at={created_at} isShort />,
    },
    {
      source: 'utm_campaign',
      label: 'Kampagne',
      render: ({ utm_campaign }) => utm_campaign || <span className="muted">Ohne Kampagne</span>,
    },
    LAST_CHANGE,
    {
      source: 'checks',
      label: 'Zu prüfen',
      isHiddenAtFirst: true,
      render: (row) => <Checks row={row} />,
    },
    { ...BURST, isHiddenAtFirst: !isBurst },
    ...CONTACT,
    ...FURTHER,
  ]
  return all.filter(({ isPersonal }) => isClerk || !isPersonal)
}

/** What a burst is judged by: the network, as a label that leads to no address, the domain, and who has confirmed. */
const BURST: ReservationColumn & { isPersonal: true } = {
  source: 'network',
  label: 'Netz · Domain',
  isPersonal: true,
  render: ({ network, email, email_confirmed }) => (
    <>
      <span className="tabular">{network ?? 'Netz nicht mehr bekannt'}</span>
      {email && ` · ${email.split('@').at(-1)}`}
      <small>{email_confirmed ? 'Adresse bestätigt' : 'Adresse nicht bestätigt'}</small>
    </>
  ),
}

/** „Standard · 24 Raten“. */
const packageWords = ({ annual_kwh, payment_plan }: ReservationRow): string =>
  `${packageName(annual_kwh)} · ${planName(payment_plan)}`

/** A card that did not pass stands out; all others are quiet. */
function Deposit({ state }: { state: string }) {
  const words = DEPOSITS[state] ?? state
  return state === 'failed' ? <b>{words}</b> : <span className="muted">{words}</span>
}

const FOLLOW_UP: ReservationColumn & { isPersonal: true } = {
  source: 'follow_up_on',
  label: 'Wiedervorlage',
  sortByOrder: 'ASC',
  isPersonal: true,
  render: ({ follow_up_on }) =>
    follow_up_on && (
      <span className={follow_up_on <= berlinDay() ? 'due-day' : undefined}>
        <DayField on={follow_up_on} isShort />
      </span>
    ),
}

const CONTACT: (ReservationColumn & { isPersonal: true })[] = [
  {
    source: 'email',
    label: 'E-Mail, Telefon',
    isPersonal: true,
    isHiddenAtFirst: true,
    render: ({ email, phone }) => (
      <>
        {email}
        <small>{phone}</small>
      </>
    ),
  },
  {
    source: 'postcode',
    label: 'PLZ',
    isPersonal: true,
    isHiddenAtFirst: true,
    render: ({ postcode }) => postcode,
  },
  {
    source: 'tags',
    label: 'Merkmale',
    isPersonal: true,
    isHiddenAtFirst: true,
    render: ({ tags }) => tags.join(', '),
  },
]

const FURTHER: (ReservationColumn & { isPersonal?: boolean })[] = [
  {
    source: 'park',
    label: 'Park',
    isHiddenAtFirst: true,
    render: ({ park }) => <ParkName id={park} />,
  },
  {
    source: 'kwh',
    label: 'kWh im Jahr',
    isNumeric: true,
    isHiddenAtFirst: true,
    render: ({ annual_kwh }) => <KwhField kwh={annual_kwh} />,
  },
  {
    source: 'plan_total_cents',
    label: 'Summe',
    isNumeric: true,
    isHiddenAtFirst: true,
    render: ({ plan_total_cents }) => <MoneyField cents={plan_total_cents} />,
  },
  {
    source: 'annual_credit_cents',
    label: 'Gutschrift im Jahr',
    isNumeric: true,
    isHiddenAtFirst: true,
    render: ({ annual_credit_cents }) => <MoneyField cents={annual_credit_cents} />,
  },
  ...ROW_FIELDS.map((name) => {
    const { isPersonal = false, isNumeric = false } = HOUSEHOLD[name]
    return { ...second(name), isPersonal, isNumeric }
  }),
  second('utm_source'),
  second('referral_code'),
]

/** A row on a phone. */
export const narrowRow = (row: ReservationRow): NarrowRowParts => ({
  title: <MatchedName row={row} />,
  meta: <HiddenMatch row={row} fallback={packageWords(row)} />,
  aside: row.spot_number !== null && (
    <>
      Platz <MatchedSpot row={row} />
    </>
  ),
  asideMeta: <StateMark state={shownState(row)} />,
})
